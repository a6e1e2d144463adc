import { and, eq, inArray, sql } from "drizzle-orm";
import { creditedBy, requestSums, requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { SETTLED_STATES } from "@/server/payments/state";

export type SettlingTransfer = Pick<typeof transfers.$inferSelect, "txHash" | "payer" | "payerEoa" | "rate">;

/**
 * The transfer that brought each of these requests to its amount, in the order of the chain: transaction, payer, the
 * payer's own key (20 bytes as hex) and the rate by row ID of the request. Requests that are not covered are absent.
 */
export async function settlingTransfers(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, SettlingTransfer>> {
  if (requestIds.length === 0) return new Map();
  const onRecord = await ctx.db
    .select({ ...SETTLING, requestId: transfers.requestId })
    .from(requestSums)
    .innerJoin(transfers, eq(transfers.id, requestSums.coveredBy))
    .where(and(inArray(requestSums.requestId, [...requestIds]), isSettled()));
  const known = new Map(onRecord.map(({ requestId, ...transfer }) => [requestId, transfer]));
  const others = requestIds.filter((id) => !known.has(id));
  return new Map([...known, ...(await addedUp(ctx, others))]);
}

const SETTLING = {
  txHash: transfers.txHash,
  payer: transfers.payer,
  payerEoa: transfers.payerEoa,
  rate: transfers.rate,
};

function isSettled() {
  return sql`${transfers.mismatch} is null and ${inArray(transfers.state, [...SETTLED_STATES])}`;
}

/** The same for requests that were settled before it was put on record: adds up all their transfers. */
async function addedUp(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, SettlingTransfer>> {
  if (requestIds.length === 0) return new Map();
  const sums = ctx.db
    .select({
      ...SETTLING,
      requestId: transfers.requestId,
      brings: creditedBy(transfers).as("brings"),
      soFar: sql`sum(${creditedBy(transfers)}) over (
        partition by ${transfers.requestId} order by ${transfers.blockNumber}, ${transfers.logIndex})`.as(
        "so_far",
      ),
    })
    .from(transfers)
    .where(and(inArray(transfers.requestId, [...requestIds]), isSettled()))
    .as("sums");
  const crosses = sql`${sums.soFar} >= ${requests.amount} and ${sums.soFar} - ${sums.brings} < ${requests.amount}`;
  const rows = await ctx.db
    .select({
      requestId: sums.requestId,
      txHash: sums.txHash,
      payer: sums.payer,
      payerEoa: sums.payerEoa,
      rate: sums.rate,
    })
    .from(sums)
    .innerJoin(requests, sql`${requests.id} = ${sums.requestId} and ${crosses}`);
  return new Map(rows.map(({ requestId, ...transfer }) => [requestId, transfer]));
}
