import { asc, eq, sql } from "drizzle-orm";
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
    .where(sql`${transfers.id} in (${firstOfEach(requestIds)})`)
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex))
    .limit(MAX_DUST + 2 * requestIds.length);
}

/** A bounded number of each request, so that the database never sorts all that a stranger sent to one. */
function firstOfEach(requestIds: readonly string[]) {
  return sql`select first.id from json_array_elements_text(${JSON.stringify([...requestIds])}::text::json) as asked(id)
    cross join lateral (select ${transfers.id} from ${transfers}
      where ${transfers.requestId} = asked.id and ${isCounted(transfers)}
      order by ${transfers.blockNumber}, ${transfers.logIndex} limit ${MAX_DUST + 2}) as first`;
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
