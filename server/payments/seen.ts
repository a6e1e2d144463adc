import { asc, eq, inArray, sql } from "drizzle-orm";
import { chainCursors, isCounted, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";

export type SeenTransfer = Pick<
  typeof transfers.$inferSelect,
  "requestId" | "txHash" | "amount" | "state" | "blockNumber" | "blockTime"
>;

/** Dust costs a stranger next to nothing, so a page lists only so many, beside those that may pay each request. */
const MAX_DUST = 100;

/** The transfers that count for these requests (row IDs), in the order of the chain. */
export async function seenTransfers(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<SeenTransfer[]> {
  if (requestIds.length === 0) return [];
  return ctx.db
    .select({
      requestId: transfers.requestId,
      txHash: transfers.txHash,
      amount: transfers.amount,
      state: transfers.state,
      blockNumber: transfers.blockNumber,
      blockTime: transfers.blockTime,
    })
    .from(transfers)
    .where(sql`${inArray(transfers.requestId, [...requestIds])} and ${isCounted(transfers)}`)
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex))
    .limit(MAX_DUST + 2 * requestIds.length);
}

/** The last block whose payments are recorded; null on a network that is not watched yet. */
export async function watchedTo(ctx: Pick<Reads, "db">, network: NetworkId): Promise<bigint | null> {
  const [cursor] = await ctx.db
    .select({ nextBlock: chainCursors.nextBlock })
    .from(chainCursors)
    .where(eq(chainCursors.network, network));
  return cursor ? cursor.nextBlock - 1n : null;
}

/** The newest block the watcher has heard of; null on a network that is not watched yet. */
export async function watchedHead(ctx: Pick<Reads, "db">, network: NetworkId): Promise<bigint | null> {
  const [cursor] = await ctx.db
    .select({ headBlock: chainCursors.headBlock })
    .from(chainCursors)
    .where(eq(chainCursors.network, network));
  return cursor?.headBlock ?? null;
}
