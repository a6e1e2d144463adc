import { and, between, eq, gt, inArray, lte, not, sql } from "drizzle-orm";
import { type refunds, refundTransfers } from "@/db/schema";
import type { ShownTransaction } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { RefundMatch } from "@/server/payments/recording/match";
import { creditOf, type Proof } from "@/server/payments/recording/prove";
import type { Depth } from "@/server/payments/state";

/** A refund that a block holds. */
export type SeenRefund = RefundMatch & Proof & { blockTime: Date };

export type RefundRow = typeof refunds.$inferSelect;
export type RefundTransferRow = typeof refundTransfers.$inferSelect;

/**
 * Records refunds, each event once: the same transaction in another block is the same row. What sent nothing on its way is
 * left out. Returns the row IDs of the refunds.
 */
export async function recordRefunds(
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenRefund[],
  { upTo }: Pick<Depth, "upTo">,
): Promise<string[]> {
  const arrived = seen.filter((one) => creditOf(one) > 0n);
  if (arrived.length === 0) return [];
  await tx.db
    .insert(refundTransfers)
    .values(
      arrived.map(({ log, refund, settlement, blockTime }) => ({
        network,
        txHash: log.txHash,
        position: log.position,
        refundId: refund.id,
        amount: creditOf({ log, settlement }),
        sender: settlement.payer,
        blockNumber: log.blockNumber,
        blockHash: log.blockHash,
        blockTime,
        isConfirmed: log.blockNumber <= upTo,
      })),
    )
    .onConflictDoUpdate({
      target: [refundTransfers.txHash, refundTransfers.position, refundTransfers.network],
      set: {
        amount: sql`excluded.amount`,
        sender: sql`excluded.sender`,
        blockNumber: sql`excluded.block_number`,
        blockHash: sql`excluded.block_hash`,
        blockTime: sql`excluded.block_time`,
        isConfirmed: sql`excluded.is_confirmed`,
      },
    });
  return arrived.map(({ refund }) => refund.id);
}

/** Believes the refunds in blocks that are deep enough. Returns the row IDs of the refunds. */
export async function confirmRefunds(
  tx: Tx,
  network: NetworkId,
  { upTo }: Pick<Depth, "upTo">,
): Promise<string[]> {
  const rows = await tx.db
    .update(refundTransfers)
    .set({ isConfirmed: true })
    .where(
      and(
        eq(refundTransfers.network, network),
        not(refundTransfers.isConfirmed),
        lte(refundTransfers.blockNumber, upTo),
      ),
    )
    .returning({ refundId: refundTransfers.refundId });
  return rows.map(({ refundId }) => refundId);
}

/** Removes what a reorganisation took away. Returns the row IDs of the refunds. */
export async function removeRefundsAbove(tx: Tx, network: NetworkId, ancestor: bigint): Promise<string[]> {
  const rows = await tx.db
    .delete(refundTransfers)
    .where(and(eq(refundTransfers.network, network), gt(refundTransfers.blockNumber, ancestor)))
    .returning({ refundId: refundTransfers.refundId });
  return rows.map(({ refundId }) => refundId);
}

/** Removes what is recorded in a range and is not among `present`, in the same block. Returns the row IDs of the refunds. */
export async function removeMissingRefunds(
  tx: Tx,
  network: NetworkId,
  range: { from: bigint; to: bigint },
  present: readonly SeenRefund[],
): Promise<string[]> {
  const there = new Set(present.map(({ log }) => placeOf(log)));
  const rows = await refundsInBlocks(tx.db, network, range);
  const gone = rows.filter((row) => !there.has(placeOf(row)));
  for (const { txHash, position } of gone) {
    await tx.db
      .delete(refundTransfers)
      .where(
        and(
          eq(refundTransfers.network, network),
          eq(refundTransfers.txHash, txHash),
          eq(refundTransfers.position, position),
        ),
      );
  }
  return gone.map(({ refundId }) => refundId);
}

/** Transactions with refunds in a range, as if no log had shown them. */
export async function recordedRefunds(
  db: Reader,
  network: NetworkId,
  range: { from: bigint; to: bigint },
): Promise<ShownTransaction[]> {
  const rows = await refundsInBlocks(db, network, range);
  const byHash = new Map(rows.map((row) => [row.txHash, row]));
  return [...byHash.values()].map(({ txHash, blockHash, blockNumber }) => ({
    txHash: `0x${txHash.slice(2)}`,
    blockHash: `0x${blockHash.slice(2)}`,
    blockNumber,
    logs: [],
  }));
}

/** What the chain has of these refunds (row IDs), in the order of the chain. */
export function refundTransfersOf(db: Reader, refundIds: readonly string[]): Promise<RefundTransferRow[]> {
  if (refundIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(refundTransfers)
    .where(inArray(refundTransfers.refundId, [...refundIds]))
    .orderBy(refundTransfers.blockNumber, refundTransfers.txHash, refundTransfers.position);
}

/** What is recorded in these blocks, both included. */
export function refundsInBlocks(
  db: Reader,
  network: NetworkId,
  { from, to }: { from: bigint; to: bigint },
): Promise<RefundTransferRow[]> {
  return db
    .select()
    .from(refundTransfers)
    .where(and(eq(refundTransfers.network, network), between(refundTransfers.blockNumber, from, to)));
}

function placeOf({
  txHash,
  position,
  blockHash,
}: Pick<RefundTransferRow, "txHash" | "position" | "blockHash">) {
  return `${txHash}:${position}:${blockHash}`;
}
