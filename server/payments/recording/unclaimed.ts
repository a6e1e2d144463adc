import { and, asc, eq, lt, sql } from "drizzle-orm";
import { requests, unclaimedLogs } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";

/** How long after its payment a request may become visible. Far more than any insert takes. */
export const UNCLAIMED_MS = 10 * 60_000;

/**
 * Keeps references that no request has yet: a request may be committed after the watcher looked. One
 * statement for any number of logs.
 */
export async function keepUnclaimed(tx: Tx, network: NetworkId, logs: readonly Claim[]): Promise<void> {
  if (logs.length === 0) return;
  const json = JSON.stringify(logs.map((log) => [log.topic1.slice(2), log.blockNumber.toString()]));
  await tx.db.execute(sql`
    insert into unclaimed_logs (network, topic1, block_number, seen_at)
    select ${network}, decode(row ->> 0, 'hex'), (row ->> 1)::bigint, ${tx.now().toISOString()}::timestamptz
    from json_array_elements(${json}::text::json) as row`);
}

/** How many references are claimed, and how many rows are removed, at once. */
const MAX_CLAIMS = 100;
const MAX_PRUNED = 5_000;

/** A reference and the block that holds a payment with it. */
export interface Claim {
  topic1: string;
  blockNumber: bigint;
}

/** Payments whose request has become visible since, those of the oldest blocks first, at most 100. */
export async function claimablePayments(db: Reader, network: NetworkId): Promise<Claim[]> {
  return db
    .selectDistinct({ topic1: unclaimedLogs.topic1, blockNumber: unclaimedLogs.blockNumber })
    .from(unclaimedLogs)
    .innerJoin(requests, and(eq(requests.topic1, unclaimedLogs.topic1), eq(requests.network, network)))
    .where(eq(unclaimedLogs.network, network))
    .orderBy(asc(unclaimedLogs.blockNumber), asc(unclaimedLogs.topic1))
    .limit(MAX_CLAIMS);
}

/** Forgets payments that were claimed; others with the same reference stay. */
export async function forgetUnclaimed(tx: Tx, network: NetworkId, claimed: readonly Claim[]): Promise<void> {
  const json = JSON.stringify(claimed.map((claim) => [claim.topic1.slice(2), claim.blockNumber.toString()]));
  await tx.db.execute(sql`
    delete from unclaimed_logs where network = ${network} and (topic1, block_number) in (
      select decode(row ->> 0, 'hex'), (row ->> 1)::bigint
      from json_array_elements(${json}::text::json) as row)`);
}

/** Forgets references that are too old to be claimed, a bounded number of them; true when there may be more. */
export async function pruneUnclaimed(tx: Tx, network: NetworkId): Promise<boolean> {
  const oldest = new Date(tx.now().getTime() - UNCLAIMED_MS);
  const old = tx.db
    .select({ row: sql`ctid` })
    .from(unclaimedLogs)
    .where(and(eq(unclaimedLogs.network, network), lt(unclaimedLogs.seenAt, oldest)))
    .limit(MAX_PRUNED);
  const pruned = await tx.db
    .delete(unclaimedLogs)
    .where(sql`ctid = any(array(${old}))`)
    .returning({ network: unclaimedLogs.network });
  return pruned.length === MAX_PRUNED;
}
