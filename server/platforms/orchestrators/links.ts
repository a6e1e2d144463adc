import { and, desc, eq } from "drizzle-orm";
import { clientIds, orchestratorLinkIntents, orchestratorLinks, orchestrators } from "@/db/schema";
import { changeOf } from "@/server/approvals/change";
import { requireApproval } from "@/server/approvals/require-approval";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { pagesOf, type pagesQuery } from "@/server/lib/paging";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { describeLink } from "@/server/platforms/orchestrators/describe";
import type {
  ClientIdLinked,
  ClientIdLinkList,
  ClientIdUnlinked,
  LinkClientIdBody,
} from "@/server/platforms/orchestrators/links-schema";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";
import { ScreeningPlan } from "@/server/platforms/orchestrators/screening-plan";

type LinkRow = typeof orchestratorLinks.$inferSelect;
type Pages = { [Name in keyof typeof pagesQuery]?: string };

/**
 * Links a client ID that has no link record, without a screening plan and without an event (OL-01, OK-04). Throws 404
 * for an unknown client ID, 403 for one of another account where this orchestrator may not link those directly and for one of an
 * account that wants a second person for client IDs, and 409
 * for one that was ever linked, to whomever (OL-02), or is revoked.
 */
export function linkDirectly(ctx: Ctx, { clientId }: LinkClientIdBody): Promise<ClientIdLinked> {
  return inTransaction(ctx, async (tx) => {
    const orchestratorId = ownOrchestrator(tx.caller);
    const [client] = await tx.db
      .select()
      .from(clientIds)
      .where(eq(clientIds.clientId, clientId))
      .for("share");
    if (!client) throw new ApiError("not_found", "Client ID not found");
    await requireDirectLinks(tx, orchestratorId, client.platformId);
    if (client.status === "revoked") throw new ApiError("conflict", "Client ID has been revoked");
    // The orchestrator acts for it from then on, and takes its fees: no call of one person does that to such an account.
    const linked = { subject: client.id, after: { orchestrator: orchestratorId } };
    await requireApproval(tx, changeOf("client_id.update", "credential", linked), {
      platformId: client.platformId,
      input: null,
    });
    const link = await storeClientIdLink(tx, { orchestratorId, clientIdId: client.id });
    await tellBoth(tx, "orchestrator_link.created", link, { clientId, platformId: client.platformId });
    const answer = { link: describeLink({ link, clientId, externalId: null }), alreadyLinked: false };
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** A new link, whatever brought it. Throws 409 for a client ID that has a link record already. */
export async function storeClientIdLink(
  tx: Pick<Tx, "db" | "now" | "wake">,
  facts: Pick<LinkRow, "orchestratorId" | "clientIdId"> & Partial<LinkRow>,
): Promise<LinkRow> {
  const now = tx.now();
  const [link] = await tx.db
    .insert(orchestratorLinks)
    .values({ id: newId(now), ...facts, createdAt: now })
    .onConflictDoNothing({ target: orchestratorLinks.clientIdId })
    .returning();
  if (!link) throw new ApiError("conflict", "A client ID is linked once in its life, and this one was");
  announceCredentialChange(tx);
  return link;
}

/** Active links of the orchestrator, newest first (OL-03). */
export async function listLinks(ctx: Pick<Reads, "db" | "caller">, query: Pages): Promise<ClientIdLinkList> {
  const { page, limit, offset } = pagesOf(query);
  const { orchestratorId, status } = orchestratorLinks;
  const own = and(eq(orchestratorId, ownOrchestrator(ctx.caller)), eq(status, "active"));
  const [rows, total] = await Promise.all([
    linksWhere(ctx, own).orderBy(desc(orchestratorLinks.id)).limit(limit).offset(offset),
    ctx.db.$count(orchestratorLinks, own),
  ]);
  return { links: rows.map(describeLink), total, page, limit };
}

/**
 * Ends the orchestrator's link to a client ID for ever; the client ID stays (OL-04). Throws 404 for one that this
 * orchestrator was never linked to.
 */
export function unlinkByOrchestrator(ctx: Ctx, clientId: string): Promise<ClientIdUnlinked> {
  const own = eq(orchestratorLinks.orchestratorId, ownOrchestrator(ctx.caller));
  return unlink(ctx, and(own, eq(clientIds.clientId, clientId)), "orchestrator");
}

/** The same at the platform's wish: it can always leave. Takes the ID of its client ID's record, or its public value. */
export function unlinkByPlatform(ctx: Ctx, named: string): Promise<ClientIdUnlinked> {
  const own = eq(clientIds.platformId, ctx.caller.platformId);
  const { id, clientId } = clientIds;
  return unlink(ctx, and(own, eq(named.startsWith("cli_") ? clientId : id, named)), "platform");
}

function unlink(
  ctx: Ctx,
  condition: ReturnType<typeof and>,
  by: "orchestrator" | "platform",
): Promise<ClientIdUnlinked> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await linksWhere(tx, condition).for("update", { of: orchestratorLinks });
    if (!row) throw new ApiError("not_found", "Client ID link not found");
    if (row.link.status === "revoked") return { link: describeLink(row), wasAlreadyRevoked: true };
    const revoked = { status: "revoked" as const, revokedAt: tx.now(), revokedBy: by };
    await tx.db.update(orchestratorLinks).set(revoked).where(eq(orchestratorLinks.id, row.link.id));
    const link = { ...row.link, ...revoked };
    const { clientId, platformId } = row;
    await tellBoth(tx, "orchestrator_link.revoked", link, { clientId, platformId, by });
    announceCredentialChange(tx);
    return { link: describeLink({ ...row, link }), wasAlreadyRevoked: false };
  });
}

/**
 * Holds the link of a pair until the transaction ends, so that nothing is created after it was revoked, however long
 * its credential was remembered. Throws 403. Nothing to do for whoever calls without an orchestrator.
 */
export async function requireActiveLink(tx: Pick<Tx, "db" | "caller">): Promise<void> {
  const { orchestratorId, clientId } = tx.caller;
  if (orchestratorId === null) return;
  const [link] = await tx.db
    .select({ id: orchestratorLinks.id })
    .from(orchestratorLinks)
    .where(
      and(
        eq(orchestratorLinks.clientIdId, clientId?.id ?? ""),
        eq(orchestratorLinks.orchestratorId, orchestratorId),
        eq(orchestratorLinks.status, "active"),
      ),
    )
    .for("share");
  if (!link) throw new ApiError("forbidden", "Client ID is not linked to this orchestrator");
}

/** Client IDs are public: whoever may link any of them takes payments of platforms that never agreed (OR-02). */
async function requireDirectLinks(tx: Tx, orchestratorId: string, platformId: string): Promise<void> {
  const [row] = await tx.db
    .select({ ownerPlatformId: orchestrators.ownerPlatformId, linksDirectly: orchestrators.linksDirectly })
    .from(orchestrators)
    .where(eq(orchestrators.id, orchestratorId));
  if (row?.linksDirectly || row?.ownerPlatformId === platformId) return;
  throw new ApiError("forbidden", "Another account's client ID is linked by hosted onboarding");
}

/** Who did it stands in the audit logs of both accounts. */
export async function tellBoth(
  tx: Tx,
  action: "orchestrator_link.created" | "orchestrator_link.revoked" | "orchestrator_link.updated",
  link: LinkRow,
  { platformId, ...details }: { clientId: string; platformId: string; by?: string; providers?: string[] },
): Promise<void> {
  const [orchestrator] = await tx.db
    .select({ name: orchestrators.name, ownerPlatformId: orchestrators.ownerPlatformId })
    .from(orchestrators)
    .where(eq(orchestrators.id, link.orchestratorId));
  if (!orchestrator) throw new Error(`orchestrator ${link.orchestratorId} is missing`);
  const { name, ownerPlatformId } = orchestrator;
  for (const account of new Set([platformId, ownerPlatformId])) {
    await recordAudit(tx, {
      action,
      subject: link.id,
      platformId: account,
      details: { orchestrator: name, ...details },
    });
  }
}

function linksWhere({ db }: Pick<Reads, "db">, condition: ReturnType<typeof and>) {
  return db
    .select({
      link: orchestratorLinks,
      clientId: clientIds.clientId,
      platformId: clientIds.platformId,
      externalId: orchestratorLinkIntents.externalId,
    })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .leftJoin(orchestratorLinkIntents, eq(orchestratorLinkIntents.id, orchestratorLinks.intentId))
    .where(condition);
}

/** Puts what the platform chose in the place of the plan of its link. */
export async function chooseScreening(tx: Tx, link: LinkRow, screeningPlan: ScreeningPlan): Promise<LinkRow> {
  const changes = { screeningControl: "platform" as const, screeningPlan };
  await tx.db.update(orchestratorLinks).set(changes).where(eq(orchestratorLinks.id, link.id));
  return { ...link, ...changes };
}

/** What screens payments that are created with a pair (OK-05); null where the destination's policy holds. */
export async function planOfPair({
  db,
  caller,
}: Pick<Reads, "db" | "caller">): Promise<ScreeningPlan | null> {
  const { orchestratorId, clientId } = caller;
  if (orchestratorId === null || clientId === null) return null;
  const [link] = await db
    .select({ plan: orchestratorLinks.screeningPlan })
    .from(orchestratorLinks)
    .where(
      and(
        eq(orchestratorLinks.clientIdId, clientId.id),
        eq(orchestratorLinks.orchestratorId, orchestratorId),
        eq(orchestratorLinks.status, "active"),
      ),
    );
  return ScreeningPlan.nullable().parse(link?.plan ?? null);
}
