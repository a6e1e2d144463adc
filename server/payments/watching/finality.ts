import { and, between, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { transfers } from "@/db/schema";
import type { ShownTransaction } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { creditOf } from "@/server/payments/recording/prove";
import { listPositionOf, type SeenTransfer } from "@/server/payments/recording/transfer-row";
import { type Depth, statesBefore } from "@/server/payments/state";

/**
 * Confirms what stands in blocks up to `upTo`. What stands in blocks up to `compared` was compared with the node when
 * these became final, and is final at once: the confirmations asked for may be more than it takes to be final.
 * What too few providers of nodes have shown stays seen. Returns the IDs of the affected requests.
 */
export async function confirmTransfers(tx: Tx, network: NetworkId, depth: Depth): Promise<string[]> {
  const rows = await tx.db
    .update(transfers)
    .set({
      state: sql`case when ${transfers.blockNumber} <= ${depth.compared} then 'final' else 'confirmed' end`,
    })
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("deep_enough")),
        isDeep(depth),
        or(isNull(transfers.quorum), gte(transfers.attestedBy, transfers.quorum)),
      ),
    )
    .returning({ requestId: transfers.requestId });
  return rows.map((row) => row.requestId);
}

/** `countsUpTo` as a condition on recorded payments. */
function isDeep({ upTo, compared, head }: Depth) {
  const { requiredConfirmations: own, blockNumber } = transfers;
  return sql`${blockNumber} <= case when ${own} is null then ${upTo}::bigint
    when ${own} = 0 then ${compared}::bigint else ${head}::bigint - ${own} + 1 end`;
}

/** Orphans everything above the common ancestor. Returns the IDs of the affected requests. */
export async function orphanTransfersAbove(
  tx: Tx,
  network: NetworkId,
  ancestor: bigint,
  head: bigint,
): Promise<string[]> {
  const rows = await tx.db
    .update(transfers)
    .set({ state: "orphaned", orphanedAtBlock: head })
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("block_dropped")),
        gt(transfers.blockNumber, ancestor),
      ),
    )
    .returning();
  await deleteCheckpoints(tx, rows.map(listPositionOf));
  return rows.map((row) => row.requestId);
}

/** Of these rows those that are not among `present`, in the same block and with the same amount. */
export function missingFrom<Row extends PlacedAmount>(
  rows: readonly Row[],
  present: readonly SeenTransfer[],
): Row[] {
  const keys = new Set(present.map((seen) => presenceKey({ ...seen.log, amount: creditOf(seen) })));
  return rows.filter((row) => !keys.has(presenceKey(row)));
}

interface PlacedAmount {
  txHash: string;
  position: number;
  blockHash: string;
  amount: bigint;
}

/** Names one payment in one block with what it brought. */
function presenceKey(at: PlacedAmount): string {
  return `${at.txHash}:${at.position}:${at.blockHash}:${at.amount}`;
}

/** Where recorded payments stand, as if no log had shown them. */
export function asShown(
  rows: readonly Pick<typeof transfers.$inferSelect, "txHash" | "blockHash" | "blockNumber">[],
): ShownTransaction[] {
  return rows.map(({ txHash, blockHash, blockNumber }) => ({
    txHash: `0x${txHash.slice(2)}`,
    blockHash: `0x${blockHash.slice(2)}`,
    blockNumber,
    logs: [],
  }));
}

/** Transactions with payments in a range that are not final yet, as if no log had shown them. */
export async function recordedTransactions(
  db: Reader,
  network: NetworkId,
  range: { from: bigint; to: bigint },
): Promise<ShownTransaction[]> {
  const rows = await db
    .selectDistinct({
      txHash: transfers.txHash,
      blockHash: transfers.blockHash,
      blockNumber: transfers.blockNumber,
    })
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        between(transfers.blockNumber, range.from, range.to),
        inArray(transfers.state, statesBefore("block_dropped")),
      ),
    );
  return asShown(rows);
}

/** Payments of one look at those that wait for more providers of nodes. */
const MOST_WAITING = 200;

/** Payments deep enough to count that too few providers of nodes have shown, the oldest first; a bounded number. */
export function waitingForQuorum(
  db: Reader,
  network: NetworkId,
  depth: Depth,
): Promise<(typeof transfers.$inferSelect)[]> {
  return db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("deep_enough")),
        isDeep(depth),
        lt(sql`coalesce(${transfers.attestedBy}, 0)`, transfers.quorum),
      ),
    )
    .orderBy(transfers.blockNumber)
    .limit(MOST_WAITING);
}

/** Orphans those of these payments that are not among `present`. Returns the IDs of their requests. */
export async function dropAbsent(
  tx: Tx,
  rows: readonly (typeof transfers.$inferSelect)[],
  present: readonly SeenTransfer[],
  head: bigint,
): Promise<string[]> {
  const gone = missingFrom(rows, present);
  await setState(tx, gone, { state: "orphaned", orphanedAtBlock: head });
  await deleteCheckpoints(tx, gone.map(listPositionOf));
  return gone.map((row) => row.requestId);
}

/**
 * Compares a range that has become final with what is recorded: a transfer that is not among `present`, in the same
 * block and with the same amount, was dropped unnoticed and is orphaned; what is confirmed of the rest is final, and
 * what is not yet will be as soon as it is. Returns the IDs of the requests that lost a transfer.
 */
export async function finalizeTransfers(
  tx: Tx,
  network: NetworkId,
  range: { from: bigint; to: bigint },
  present: readonly SeenTransfer[],
): Promise<string[]> {
  const rows = await tx.db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        between(transfers.blockNumber, range.from, range.to),
        inArray(transfers.state, statesBefore("block_dropped")),
      ),
    );
  const gone = missingFrom(rows, present);
  const goneIds = new Set(gone.map((row) => row.id));
  const kept = rows.filter((row) => !goneIds.has(row.id) && row.state === "confirmed");
  await setState(tx, gone, { state: "orphaned", orphanedAtBlock: range.to });
  await deleteCheckpoints(tx, gone.map(listPositionOf));
  await setState(tx, kept, { state: "final" });
  return gone.map((row) => row.requestId);
}

/** Drops orphans whose replacement blocks are final. Returns them: their loss is announced. */
export async function dropOrphans(tx: Tx, network: NetworkId, finalized: bigint) {
  return tx.db
    .update(transfers)
    .set({ state: "dropped" })
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("window_passed")),
        lte(transfers.orphanedAtBlock, finalized),
      ),
    )
    .returning();
}

async function setState(
  tx: Tx,
  rows: readonly { id: string }[],
  values: { state: "orphaned" | "final"; orphanedAtBlock?: bigint },
): Promise<void> {
  for (let i = 0; i < rows.length; i += 10_000) {
    const ids = rows.slice(i, i + 10_000).map((row) => row.id);
    await tx.db.update(transfers).set(values).where(inArray(transfers.id, ids));
  }
}
