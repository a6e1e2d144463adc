import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { isCounted, offramps, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import type { RequestRow } from "@/server/requests/draft";
import type { PairState, SeenOnChain } from "@/server/requests/offramps/pairs";
import { unitsOf } from "@/server/requests/offramps/worth";

export type OfframpRow = typeof offramps.$inferSelect;
type Reading = Pick<Reads, "db">;

/** The off-ramp of a request that counts; undefined before its bank account is chosen. */
export async function currentOfframp({ db }: Reading, requestId: string): Promise<OfframpRow | undefined> {
  const [row] = await db
    .select()
    .from(offramps)
    .where(and(eq(offramps.requestId, requestId), isNull(offramps.replacedAt)));
  return row;
}

/** Off-ramps of a request that were replaced, and whose address got money all the same; oldest first. */
export function earlierDeposits({ db }: Reading, requestId: string): Promise<OfframpRow[]> {
  return db
    .select()
    .from(offramps)
    .where(
      and(eq(offramps.requestId, requestId), isNotNull(offramps.replacedAt), isNotNull(offramps.depositAt)),
    )
    .orderBy(asc(offramps.createdAt));
}

/** Where our record stands: one that failed without a deposit was closed. */
export function stateOf({ status, depositAt }: Pick<OfframpRow, "status" | "depositAt">): PairState {
  return status === "failed" && depositAt === null ? "closed" : status;
}

/** The two sides of the pair where nobody has asked the provider now: what our record says of both. */
export function lastKnown(row: OfframpRow): { row: PairState; provider: PairState; isReplaced: boolean } {
  const state = stateOf(row);
  return { row: state, provider: state, isReplaced: row.replacedAt !== null };
}

/**
 * What the chain shows of a request's payment beside what the provider has. `paid` are base units of transfers that name
 * the request and count: those that are the caller's to look at, not yet confirmed ones or confirmed ones alone.
 */
export async function seenOnChain(
  ctx: Reading,
  request: Pick<RequestRow, "id" | "amount">,
  row: Pick<OfframpRow, "depositTxHash" | "depositBlock">,
  paid: bigint,
): Promise<SeenOnChain> {
  if (paid === 0n) return "nothing";
  if (!(await isTheDeposit(ctx, request.id, row))) return "beside";
  return paid < request.amount ? "part" : "whole";
}

/**
 * Whether a transfer with the reference is the money that the provider told of: its transaction where that is known, else
 * one from before it was told. A later one cannot be.
 */
async function isTheDeposit(
  { db }: Reading,
  requestId: string,
  { depositTxHash: txHash, depositBlock: block }: Pick<OfframpRow, "depositTxHash" | "depositBlock">,
): Promise<boolean> {
  if (txHash === null && block === null) return true;
  const isIt = txHash === null ? sql`${transfers.blockNumber} <= ${block}` : eq(transfers.txHash, txHash);
  const [found] = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.requestId, requestId), isCounted(transfers), isIt))
    .limit(1);
  return found !== undefined;
}

/** What the provider got, as we write amounts; null while it does not say. */
export function depositText({ depositAmount }: OfframpRow, { decimals }: Token): string | null {
  return depositAmount === null ? null : formatAmount(unitsOf(depositAmount, decimals), decimals);
}
