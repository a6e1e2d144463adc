import { sql } from "drizzle-orm";
import { transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import { jsonRows } from "@/server/lib/database/json-rows";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { approvedPayers, payerKey } from "@/server/payer-access/approved-payers";
import { storePrices } from "@/server/payments/prices/store-prices";
import { type Correction, correctTransfers, recordedAs } from "@/server/payments/recording/correct";
import { pricesOfBlocks } from "@/server/payments/recording/prices-of-blocks";
import { tellHeld } from "@/server/payments/recording/tell-held";
import {
  listPositionOf,
  mismatchOf,
  type SeenTransfer,
  transferRow,
} from "@/server/payments/recording/transfer-row";
import { type Depth, statesBefore, stateWhenFound } from "@/server/payments/state";

/** What recording changed. */
export interface Recorded {
  /** Row IDs of the requests whose transfers changed. */
  requestIds: string[];
  /** Payments that had been recorded as something else. */
  corrections: Correction[];
}

const NOTHING_IS_DEEP: Depth = { upTo: -1n, compared: -1n, head: -1n };

/** Rows of one statement. */
const CHUNK = 1_000;

/**
 * Records payments seen in the chain, each exactly once: network, transaction and position are its identity,
 * so a transaction that comes back in another block after a reorganisation is the same row again. A row that says
 * something else than what is seen now is corrected. Money of a wallet that may not pay its link is
 * held (D-29). What is deep enough already is recorded as such, see `stateWhenFound`.
 */
export async function recordTransfers(
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenTransfer[],
  depth: Depth = NOTHING_IS_DEEP,
): Promise<Recorded> {
  const requestIds: string[] = [];
  const corrections: Correction[] = [];
  const returning = statesBefore("mined");
  for (let i = 0; i < seen.length; i += CHUNK) {
    const chunk = seen.slice(i, i + CHUNK);
    const held = await unapproved(tx, network, chunk);
    const values = chunk.map((transfer) =>
      transferRow(tx, network, transfer, {
        isHeld: held.has(transfer),
        state: stateWhenFound(
          transfer.log.blockNumber,
          depth,
          transfer.request.requiredConfirmations,
          transfer,
        ),
      }),
    );
    // Before the payments: the journal values them with these as it enters them.
    await storePrices(tx, pricesOfBlocks(network, chunk));
    const moved = sql`${transfers.state} in ${returning}`;
    const stored = await tx.db
      .insert(transfers)
      .select(jsonRows(transfers, values))
      .onConflictDoUpdate({
        target: [transfers.txHash, transfers.position, transfers.network],
        set: {
          state: sql`case when ${moved} then 'seen' else ${transfers.state} end`,
          orphanedAtBlock: sql`case when ${moved} then null else ${transfers.orphanedAtBlock} end`,
          blockNumber: sql`excluded.block_number`,
          blockHash: sql`excluded.block_hash`,
          logIndex: sql`excluded.log_index`,
          blockTime: sql`excluded.block_time`,
          quorum: sql`excluded.quorum`,
          attestedBy: sql`excluded.attested_by`,
          requiredConfirmations: sql`excluded.required_confirmations`,
        },
        setWhere: sql`${moved} or ${transfers.blockHash} <> excluded.block_hash
          or ${transfers.attestedBy} < excluded.attested_by
          or (${transfers.state} = 'seen' and ${transfers.quorum} is distinct from excluded.quorum)`,
      })
      // A row that was there before has the number of the transaction that locked it, which is this one.
      .returning({ requestId: transfers.requestId, isNew: sql<boolean>`${transfers}.xmax = 0` });
    for (const { requestId } of stored) requestIds.push(requestId);
    const fresh = new Set(stored.flatMap(({ requestId, isNew }) => (isNew ? [requestId] : [])));
    await tellHeld(
      tx,
      [...held].flatMap(({ request }) => (fresh.has(request.id) ? [request.id] : [])),
    );
    // What other rows say is looked at apart; those that stand as they were seen do not come back at all.
    const areAllNew = stored.length === values.length && stored.every(({ isNew }) => isNew);
    const known = areAllNew ? [] : await recordedAs(tx, network, values);
    const corrected = await correctTransfers(tx, known, values);
    corrections.push(...corrected);
    const touched = corrected.flatMap(({ before, after }) => [before, after]);
    for (const { requestId } of touched) requestIds.push(requestId);
    await deleteCheckpoints(tx, [...values, ...touched].map(listPositionOf));
  }
  return { requestIds, corrections };
}

/** Those that fit their request but come from a wallet that may not pay it. Asks only about restricted links. */
async function unapproved(
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenTransfer[],
): Promise<Set<SeenTransfer>> {
  const restricted = seen.flatMap((transfer) => {
    const { restrictedLinkId: linkId } = transfer.request;
    if (linkId === null || (mismatchOf(transfer) ?? "unvalued") !== "unvalued") return [];
    return [{ transfer, linkId, payer: payerKey(network, transfer.settlement.payer) }];
  });
  const isApproved = await approvedPayers(tx, restricted);
  return new Set(restricted.filter((one) => !isApproved(one)).map(({ transfer }) => transfer));
}
