import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { requests, unclaimedLogs } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";

/** How long after its payment a request may become visible. Far more than any insert takes. */
export const UNCLAIMED_MS = 10 * 60_000;

/**
 * Keeps references that no request has yet: a request may be committed after the watcher looked. One
 * statement for any number of logs.
 */
export async function keepUnclaimed(tx: Tx, network: NetworkId, logs: readonly PaymentLog[]): Promise<void> {
  if (logs.length === 0) return;
  const json = JSON.stringify(logs.map((log) => [log.topic1.slice(2), log.blockNumber.toString()]));
  await tx.db.execute(sql`
    insert into unclaimed_logs (network, topic1, block_number, seen_at)
    select ${network}, decode(row ->> 0, 'hex'), (row ->> 1)::bigint, ${tx.now().toISOString()}::timestamptz
    from json_array_elements(${json}::text::json) as row`);
}

/** Blocks that hold a payment whose request has become visible since. */
export async function claimableBlocks(
  db: Reader,
  network: NetworkId,
): Promise<{ topic1: string; blockNumber: bigint }[]> {
  return db
    .selectDistinct({ topic1: unclaimedLogs.topic1, blockNumber: unclaimedLogs.blockNumber })
    .from(unclaimedLogs)
    .innerJoin(requests, and(eq(requests.topic1, unclaimedLogs.topic1), eq(requests.network, network)))
    .where(eq(unclaimedLogs.network, network));
}

/** Forgets references that were claimed. */
export async function forgetUnclaimed(tx: Tx, network: NetworkId, claimed: readonly string[]): Promise<void> {
  await tx.db
    .delete(unclaimedLogs)
    .where(and(eq(unclaimedLogs.network, network), inArray(unclaimedLogs.topic1, [...claimed])));
}

/** Forgets references that are too old to be claimed. */
export async function pruneUnclaimed(tx: Tx, network: NetworkId): Promise<void> {
  const oldest = new Date(tx.now().getTime() - UNCLAIMED_MS);
  await tx.db
    .delete(unclaimedLogs)
    .where(and(eq(unclaimedLogs.network, network), lt(unclaimedLogs.seenAt, oldest)));
}
