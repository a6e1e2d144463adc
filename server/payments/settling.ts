import { inArray, sql } from "drizzle-orm";
import { requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { SETTLED_STATES } from "@/server/payments/state";

export type SettlingTransfer = Pick<typeof transfers.$inferSelect, "txHash" | "payer" | "payerEoa">;

/**
 * The transfer that brought each of these requests to its amount, in the order of the chain: transaction, payer and
 * the payer's own key (20 bytes as hex) by row ID of the request. Requests that are not covered are absent.
 */
export async function settlingTransfers(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<Map<string, SettlingTransfer>> {
  if (requestIds.length === 0) return new Map();
  const sums = ctx.db
    .select({
      requestId: transfers.requestId,
      txHash: transfers.txHash,
      payer: transfers.payer,
      payerEoa: transfers.payerEoa,
      amount: transfers.amount,
      soFar: sql`sum(${transfers.amount}) over (
        partition by ${transfers.requestId} order by ${transfers.blockNumber}, ${transfers.logIndex})`.as(
        "so_far",
      ),
    })
    .from(transfers)
    .where(
      sql`${inArray(transfers.requestId, [...requestIds])} and ${transfers.mismatch} is null
        and ${inArray(transfers.state, [...SETTLED_STATES])}`,
    )
    .as("sums");
  const crosses = sql`${sums.soFar} >= ${requests.amount} and ${sums.soFar} - ${sums.amount} < ${requests.amount}`;
  const rows = await ctx.db
    .select({ requestId: sums.requestId, txHash: sums.txHash, payer: sums.payer, payerEoa: sums.payerEoa })
    .from(sums)
    .innerJoin(requests, sql`${requests.id} = ${sums.requestId} and ${crosses}`);
  return new Map(rows.map(({ requestId, ...transfer }) => [requestId, transfer]));
}
