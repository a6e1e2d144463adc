import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { orchestratorKeys, orchestrators } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { rememberAnswer } from "@/server/lib/idempotency";
import { isRecordId } from "@/server/lib/ids";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { describeLimit, type StoredLimit, storedLimit } from "@/server/platforms/key-bounds/daily-limit";
import { type StoredMaker, storedMaker } from "@/server/platforms/key-bounds/maker";
import { storedNetworks } from "@/server/platforms/key-bounds/networks";
import { endsOfRotation, type RotateKeyBody } from "@/server/platforms/key-bounds/rotation";
import { createOrchestratorKey } from "@/server/platforms/orchestrators/create";
import { describeKey, describeOrchestrator } from "@/server/platforms/orchestrators/describe";
import { ownOrchestrator } from "@/server/platforms/orchestrators/own";
import type {
  IssueOrchestratorKeyBody,
  OrchestratorKeyIssued,
  OrchestratorKeyList,
  OrchestratorKeyRevoked,
  OrchestratorList,
} from "@/server/platforms/orchestrators/schema";

/** Keys of one orchestrator that work at the same time. */
const MAX_LIVE_KEYS = 20;

type KeyRow = typeof orchestratorKeys.$inferSelect;
type NewKey = StoredLimit &
  StoredMaker &
  Pick<KeyRow, "label" | "expiresAt" | "scopes" | "allowedNetworks" | "firstKeyId">;

/** The orchestrators of the caller's account, newest first. */
export async function listOrchestrators(ctx: Pick<Reads, "db" | "caller">): Promise<OrchestratorList> {
  const rows = await ctx.db
    .select()
    .from(orchestrators)
    .where(eq(orchestrators.ownerPlatformId, ctx.caller.platformId))
    .orderBy(desc(orchestrators.id));
  return { orchestrators: rows.map(describeOrchestrator) };
}

/** The orchestrator's keys, also those that no longer work, newest first and without their values. */
export async function listKeys(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<OrchestratorKeyList> {
  const rows = await ctx.db
    .select()
    .from(orchestratorKeys)
    .where(eq(orchestratorKeys.orchestratorId, ownOrchestrator(ctx.caller)))
    .orderBy(desc(orchestratorKeys.id));
  return { keys: rows.map((row) => describeKey(row, ctx.now())) };
}

/** Gives the orchestrator another key and shows it, this once. Throws 400 where it has too many, and for an end in
 * the past. */
export function issueKey(ctx: Ctx, body: IssueOrchestratorKeyBody): Promise<OrchestratorKeyIssued> {
  const label = body?.label ?? `Key of ${ctx.now().toISOString().slice(0, 10)}`;
  const expiresAt = body?.expiresAt === undefined ? null : new Date(body.expiresAt);
  if (expiresAt && expiresAt <= ctx.now()) throw invalidField("expiresAt", "expiresAt must be in the future");
  return inTransaction(ctx, async (tx) => {
    await lockOwn(tx);
    await requireRoom(tx);
    return issue(
      tx,
      {
        label,
        expiresAt,
        scopes: body?.scopes ?? null,
        allowedNetworks: body?.allowedNetworks ? storedNetworks(body.allowedNetworks) : null,
        ...storedLimit(body?.dailyLimit),
        firstKeyId: null,
        ...(await storedMaker(tx, body?.endsWithMembership)),
      },
      { input: { verb: "orchestrator_key.create", params: { body } } },
    );
  });
}

/**
 * Puts a new key in the place of one, with everything that the old one is held to, and shows it, this once. The old one works
 * until the overlap is over, or until its end where that is sooner. Throws 404 for a foreign or unknown key, 409 for one that
 * no longer works or was replaced before.
 */
export function rotateKey(ctx: Ctx, id: string, body: RotateKeyBody): Promise<OrchestratorKeyIssued> {
  return inTransaction(ctx, async (tx) => {
    await lockOwn(tx);
    const old = await ownKey(tx, id);
    const now = tx.now();
    if (describeKey(old, now).status !== "active") throw new ApiError("conflict", "This key no longer works");
    const { oldEndsAt, newEndsAt } = endsOfRotation(old, now, body);
    const replaced = { expiresAt: oldEndsAt, replacedAt: now };
    await tx.db.update(orchestratorKeys).set(replaced).where(eq(orchestratorKeys.id, id));
    await requireRoom(tx);
    const { label, scopes, allowedNetworks, dailyPayments, dailyMicroUsd } = old;
    const { makerId, endsWithMembership } = old;
    const bounds = { scopes, allowedNetworks, dailyPayments, dailyMicroUsd, makerId, endsWithMembership };
    const facts = { label, expiresAt: newEndsAt, ...bounds, firstKeyId: old.firstKeyId ?? id };
    const asked = {
      replaces: old,
      input: { verb: "orchestrator_key.rotate" as const, params: { id, body } },
    };
    return issue(tx, facts, asked, { replaces: id, oldKeyUntil: oldEndsAt.toISOString() });
  });
}

/** Refuses a key from now on. Doing it again changes nothing. Throws 404 for a foreign or unknown key. */
export function revokeKey(ctx: Ctx, id: string): Promise<OrchestratorKeyRevoked> {
  return inTransaction(ctx, async (tx) => {
    await lockOwn(tx);
    const row = await ownKey(tx, id);
    if (row.revokedAt !== null) return { key: describeKey(row, tx.now()), wasAlreadyRevoked: true };
    const revokedAt = tx.now();
    await tx.db.update(orchestratorKeys).set({ revokedAt }).where(eq(orchestratorKeys.id, id));
    await recordAudit(tx, {
      action: "orchestrator_key.revoked",
      subject: id,
      details: { orchestrator: row.orchestratorId, label: row.label, last4: row.last4 },
    });
    announceCredentialChange(tx);
    return { key: describeKey({ ...row, revokedAt }, revokedAt), wasAlreadyRevoked: false };
  });
}

async function issue(
  tx: Tx,
  facts: NewKey,
  asked: Parameters<typeof createOrchestratorKey>[3],
  more: Record<string, string> = {},
): Promise<OrchestratorKeyIssued> {
  const orchestratorId = ownOrchestrator(tx.caller);
  const { row, value } = await createOrchestratorKey(
    tx,
    { orchestratorId, ...facts },
    tx.caller.platformId,
    asked,
  );
  await recordAudit(tx, {
    action: "orchestrator_key.created",
    subject: row.id,
    details: {
      orchestrator: orchestratorId,
      label: facts.label,
      expiresAt: facts.expiresAt?.toISOString() ?? null,
      scopes: facts.scopes,
      allowedNetworks: facts.allowedNetworks,
      dailyLimit: describeLimit(facts),
      endsWithMembership: facts.endsWithMembership,
      last4: row.last4,
      ...more,
    },
  });
  announceCredentialChange(tx);
  const answer = { key: describeKey(row, tx.now()), rawKey: value };
  await rememberAnswer(tx, answer);
  return answer;
}

/** Changes of one orchestrator's keys follow each other. */
async function lockOwn(tx: Tx): Promise<void> {
  await tx.db
    .select({ id: orchestrators.id })
    .from(orchestrators)
    .where(eq(orchestrators.id, ownOrchestrator(tx.caller)))
    .for("no key update");
}

async function requireRoom(tx: Tx): Promise<void> {
  const { orchestratorId, revokedAt, expiresAt } = orchestratorKeys;
  const isLive = and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, tx.now())));
  const live = await tx.db.$count(
    orchestratorKeys,
    and(eq(orchestratorId, ownOrchestrator(tx.caller)), isLive),
  );
  if (live >= MAX_LIVE_KEYS) {
    throw invalidField("label", `An orchestrator can have at most ${MAX_LIVE_KEYS} keys that work`);
  }
}

async function ownKey(tx: Tx, id: string): Promise<KeyRow> {
  const own = and(
    eq(orchestratorKeys.id, id),
    eq(orchestratorKeys.orchestratorId, ownOrchestrator(tx.caller)),
  );
  const [row] = isRecordId(id) ? await tx.db.select().from(orchestratorKeys).where(own) : [];
  if (!row) throw new ApiError("not_found", "Orchestrator key not found");
  return row;
}
