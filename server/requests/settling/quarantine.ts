import { and, asc, eq, lte, type SQL } from "drizzle-orm";
import { quarantinedRequests, requestSums, requests } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 6 * 3_600_000;
const MAX_REASON = 500;
/** How many requests are settled again in one look. */
const MAX_DUE = 100;

export type Quarantined = typeof quarantinedRequests.$inferSelect;

/**
 * Takes a request out of every pass after settling it failed, and says when it is tried again: after a minute, then
 * after twice as long each time, at most six hours. The first failure is in the audit log.
 */
export async function quarantine(tx: Tx, requestId: string, error: unknown): Promise<Quarantined> {
  const [request] = await tx.db
    .select({ network: requests.network, platformId: requests.platformId, publicId: requests.requestId })
    .from(requests)
    .where(eq(requests.id, requestId));
  if (!request) throw error;
  const known = await tx.db
    .select({ failures: quarantinedRequests.failures })
    .from(quarantinedRequests)
    .where(eq(quarantinedRequests.requestId, requestId));
  const failures = (known[0]?.failures ?? 0) + 1;
  const values = { failures, reason: reasonOf(error), retryAt: retryAt(tx.now(), failures) };
  const [row] = await tx.db
    .insert(quarantinedRequests)
    .values({ requestId, network: request.network, since: tx.now(), ...values })
    .onConflictDoUpdate({ target: quarantinedRequests.requestId, set: values })
    .returning();
  if (!row) throw new Error(`request ${requestId} was not quarantined`);
  if (failures === 1) {
    await recordAudit(tx, {
      action: "request.quarantined",
      subject: request.publicId.slice(2),
      platformId: request.platformId,
      details: { reason: row.reason },
    });
  }
  return row;
}

/** Lets a request take part again; true when it was quarantined. */
export async function endQuarantine(tx: Tx, requestId: string): Promise<boolean> {
  const ended = await tx.db
    .delete(quarantinedRequests)
    .where(eq(quarantinedRequests.requestId, requestId))
    .returning({ id: quarantinedRequests.requestId });
  return ended.length > 0;
}

/** Requests of a network that are quarantined, those that are tried first first; with `dueUntil` those due by then. */
export function quarantinedOf(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  dueUntil?: Date,
): Promise<(Quarantined & { publicId: string })[]> {
  const own = eq(quarantinedRequests.network, network);
  return readQuarantined(
    ctx,
    dueUntil === undefined ? own : and(own, lte(quarantinedRequests.retryAt, dueUntil)),
  );
}

/** The quarantine of the request with this public ID; undefined when it is not quarantined. */
export async function findQuarantined(
  ctx: Pick<Reads, "db">,
  publicId: string,
): Promise<Quarantined | undefined> {
  if (!/^[0-9a-f]{66}$/.test(publicId)) return undefined;
  const [found] = await readQuarantined(ctx, eq(requests.requestId, `0x${publicId}`));
  return found;
}

async function readQuarantined(ctx: Pick<Reads, "db">, which: SQL | undefined) {
  const rows = await ctx.db
    .select({ quarantined: quarantinedRequests, publicId: requests.requestId })
    .from(quarantinedRequests)
    .innerJoin(requests, eq(requests.id, quarantinedRequests.requestId))
    .where(which)
    .orderBy(asc(quarantinedRequests.retryAt))
    .limit(MAX_DUE);
  return rows.map(({ quarantined, publicId }) => ({ ...quarantined, publicId: publicId.slice(2) }));
}

/** Requests (row IDs) of a network whose waiting payments are to be announced together now. */
export async function dueTogether(ctx: Pick<Reads, "db" | "now">, network: NetworkId): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: requestSums.requestId })
    .from(requestSums)
    .innerJoin(requests, and(eq(requests.id, requestSums.requestId), eq(requests.network, network)))
    .where(lte(requestSums.settleAt, ctx.now()))
    .orderBy(asc(requestSums.settleAt))
    .limit(MAX_DUE);
  return rows.map(({ id }) => id);
}

function retryAt(now: Date, failures: number): Date {
  return new Date(now.getTime() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
}

/** Of a failed statement the database's own words: its parameters are not for the log. */
function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return (cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).slice(0, MAX_REASON);
}
