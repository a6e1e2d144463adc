import { and, between, eq, inArray } from "drizzle-orm";
import { chainBlocks, chainCursors, feeTransfers, transfers } from "@/db/schema";
import type { BlockRef } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { sumFeeLegs } from "@/server/payments/recording/fee-legs";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { statesBefore } from "@/server/payments/state";
import { type Cursor, rememberBlocks } from "@/server/payments/watching/cursor";
import { missingFrom } from "@/server/payments/watching/finality";

/** Blocks of a network, both ends included. */
export interface BlockRange {
  from: bigint;
  to: bigint;
}

/** Where the watcher of a network stands; null for one that was never watched. */
export async function cursorOf(ctx: Pick<Reads, "db">, network: NetworkId): Promise<Cursor | null> {
  const [cursor] = await ctx.db.select().from(chainCursors).where(eq(chainCursors.network, network));
  return cursor ?? null;
}

/** Keeps the watcher of a network from committing until this transaction ends; null for one never watched. */
export async function lockCursor(tx: Tx, network: NetworkId): Promise<Cursor | null> {
  const [cursor] = await tx.db
    .select()
    .from(chainCursors)
    .where(eq(chainCursors.network, network))
    .for("update");
  return cursor ?? null;
}

/**
 * Takes back the transfers of a range that are not among `present`, final ones too: the one way in which a final
 * transfer stops to count, and only by an operator's command. Returns the IDs of their requests.
 */
export async function takeBackMissing(
  tx: Tx,
  network: NetworkId,
  { from, to }: BlockRange,
  present: readonly SeenTransfer[],
): Promise<string[]> {
  const rows = await tx.db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        between(transfers.blockNumber, from, to),
        inArray(transfers.state, statesBefore("not_there")),
      ),
    );
  const gone = missingFrom(rows, present);
  if (gone.length === 0) return [];
  for (let i = 0; i < gone.length; i += 10_000) {
    const ids = gone.slice(i, i + 10_000).map(({ id }) => id);
    await tx.db
      .update(transfers)
      .set({ state: "orphaned", orphanedAtBlock: to })
      .where(inArray(transfers.id, ids));
  }
  await deleteCheckpoints(
    tx,
    gone.map(({ platformId, blockTime }) => ({ platformId, at: blockTime })),
  );
  return gone.map(({ requestId }) => requestId);
}

/** Removes the fee transfers of a range, before those that a node has are recorded. */
export async function dropFeeLegsIn(tx: Tx, network: NetworkId, { from, to }: BlockRange): Promise<void> {
  const gone = await tx.db
    .delete(feeTransfers)
    .where(and(eq(feeTransfers.network, network), between(feeTransfers.blockNumber, from, to)))
    .returning({ topic1: feeTransfers.topic1 });
  await sumFeeLegs(
    tx,
    gone.map(({ topic1 }) => topic1),
  );
}

/** Requests (row IDs) that have a transfer in a range. */
export async function requestsIn(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  { from, to }: BlockRange,
): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: transfers.requestId })
    .from(transfers)
    .where(and(eq(transfers.network, network), between(transfers.blockNumber, from, to)));
  return rows.map(({ id }) => id);
}

/**
 * Lets a halted watcher go on from this block, which it takes for final from now on: blocks above it are read again
 * in the ordinary way.
 */
export async function reanchor(tx: Tx, network: NetworkId, block: BlockRef, head: bigint): Promise<void> {
  await tx.db.delete(chainBlocks).where(eq(chainBlocks.network, network));
  await rememberBlocks(tx, network, [block]);
  await tx.db
    .update(chainCursors)
    .set({
      nextBlock: block.number + 1n,
      finalizedBlock: block.number,
      headBlock: head,
      haltedReason: null,
    })
    .where(eq(chainCursors.network, network));
}
