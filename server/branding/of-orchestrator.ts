import { and, eq, isNull } from "drizzle-orm";
import { brandings, clientIds, orchestratorLinks } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { describeBranding } from "@/server/branding/describe";
import type {
  Branding,
  BrandingQuery,
  BrandingRemoved,
  OrchestratorBrandingBody,
} from "@/server/branding/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { newId } from "@/server/lib/ids";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";

type Look = Omit<OrchestratorBrandingBody, "clientId">;

/**
 * The orchestrator's branding, or the one that it gave a client ID; null without one, and for a client ID it is not
 * linked to. What a platform chose for itself is not told.
 */
export async function getOrchestratorBranding(
  ctx: Ctx,
  { clientId }: BrandingQuery,
): Promise<Branding | null> {
  const scope = await scopeOf(ctx, clientId);
  if (scope === undefined) return null;
  const [row] = await ctx.db.select().from(brandings).where(isOf(ctx, scope));
  return row ? describeBranding(row) : null;
}

/** Gives the orchestrator, or a client ID that is linked to it, its look. Throws 404, and 409 where there is one. */
export function createOrchestratorBranding(
  ctx: Ctx,
  { clientId, ...look }: OrchestratorBrandingBody,
): Promise<Branding> {
  return inTransaction(ctx, async (tx) => {
    const clientIdId = found(await scopeOf(tx, clientId));
    const now = tx.now();
    const [row] = await tx.db
      .insert(brandings)
      .values({
        id: newId(now),
        platformId: tx.caller.platformId,
        orchestratorId: ownOrchestrator(tx.caller),
        clientIdId,
        ...look,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new ApiError("conflict", "There is a branding already: change it");
    await audit(tx, row.id, { clientId: clientId ?? null, ...plain(look) });
    const answer = describeBranding(row);
    await rememberAnswer(tx, answer);
    return answer;
  });
}

/** Sets what is given and leaves the rest as it is; nothing can be cleared (OB-07). Throws 404 where there is none. */
export function updateOrchestratorBranding(
  ctx: Ctx,
  { clientId, ...look }: OrchestratorBrandingBody,
): Promise<Branding> {
  return inTransaction(ctx, async (tx) => {
    const scope = found(await scopeOf(tx, clientId));
    const given = plain(look);
    const [row] = await tx.db
      .update(brandings)
      .set({ ...given, updatedAt: tx.now() })
      .where(isOf(tx, scope))
      .returning();
    if (!row) throw new ApiError("not_found", "Branding not found");
    await audit(tx, row.id, { clientId: clientId ?? null, ...given });
    return describeBranding(row);
  });
}

/** Takes the look away again. Doing it again changes nothing (OB-07). */
export function removeOrchestratorBranding(ctx: Ctx, { clientId }: BrandingQuery): Promise<BrandingRemoved> {
  return inTransaction(ctx, async (tx) => {
    const scope = await scopeOf(tx, clientId);
    if (scope === undefined) return { removed: false };
    const removed = await tx.db.delete(brandings).where(isOf(tx, scope)).returning();
    for (const { id } of removed) {
      const details = { orchestrator: ownOrchestrator(tx.caller), clientId: clientId ?? null };
      await recordAudit(tx, { action: "branding.deleted", subject: id, details });
    }
    return { removed: removed.length > 0 };
  });
}

/** Null for the orchestrator itself, the row of an actively linked client ID, undefined for any other. */
async function scopeOf(
  { db, caller }: Pick<Reads | Tx, "db" | "caller">,
  clientId: string | undefined,
): Promise<string | null | undefined> {
  if (clientId === undefined) return null;
  const [row] = await db
    .select({ id: clientIds.id })
    .from(orchestratorLinks)
    .innerJoin(clientIds, eq(clientIds.id, orchestratorLinks.clientIdId))
    .where(
      and(
        eq(clientIds.clientId, clientId),
        eq(orchestratorLinks.orchestratorId, ownOrchestrator(caller)),
        eq(orchestratorLinks.status, "active"),
      ),
    );
  return row?.id;
}

function found(scope: string | null | undefined): string | null {
  if (scope === undefined) throw new ApiError("not_found", "Client ID is not linked to this orchestrator");
  return scope;
}

function isOf({ caller }: Pick<Ctx, "caller">, clientIdId: string | null) {
  const ofScope = clientIdId === null ? isNull(brandings.clientIdId) : eq(brandings.clientIdId, clientIdId);
  return and(eq(brandings.orchestratorId, ownOrchestrator(caller)), ofScope);
}

function plain(look: Look): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(look).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function audit(tx: Tx, subject: string, details: Record<string, string | boolean | null>): Promise<void> {
  const orchestrator = ownOrchestrator(tx.caller);
  return recordAudit(tx, { action: "branding.updated", subject, details: { orchestrator, ...details } });
}
