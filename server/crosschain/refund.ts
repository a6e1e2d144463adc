import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { crosschainDeposits } from "@/db/schema";
import type { SeenRefund } from "@/server/chains/crosschain";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { AT_ONCE, lowest } from "@/server/crosschain/follow";
import { takesPart } from "@/server/crosschain/quarantine";
import { refundLost } from "@/server/crosschain/refund-lost";
import { depositStatesBefore } from "@/server/crosschain/state";

/** Refunds come within hours (providers.md §2.2); after this somebody has to ask for them. */
const REFUND_OVERDUE_MS = 7 * 24 * 60 * 60_000;

/**
 * Deposits of a network whose refund is due, or stands above its final block, the oldest first: `AT_ONCE` of them that
 * were made later than `after`.
 */
export function refundableDeposits(
  db: Reader,
  source: NetworkId,
  {
    finalized,
    after,
    now,
  }: { finalized: bigint; after: Pick<DepositRow, "blockNumber" | "logIndex">; now: Date },
): Promise<DepositRow[]> {
  const { blockNumber, logIndex } = crosschainDeposits;
  return db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, source),
        takesPart(db, now),
        sql`(${blockNumber}, ${logIndex}) > (${after.blockNumber}::bigint, ${after.logIndex}::int)`,
        or(
          eq(crosschainDeposits.state, "refunding"),
          // One that was delivered to somebody else is owed to nobody.
          and(eq(crosschainDeposits.state, "failed"), isNull(crosschainDeposits.fillTxHash)),
          and(eq(crosschainDeposits.state, "refunded"), gt(crosschainDeposits.refundBlockNumber, finalized)),
        ),
      ),
    )
    .orderBy(asc(blockNumber), asc(logIndex))
    .limit(AT_ONCE);
}

/** A refund and the deposit that it gives back. */
export interface Refunded {
  row: DepositRow;
  refund: SeenRefund;
}

/**
 * Which deposits these refunds give back. The pool pays an address all its deposits of a bundle at once, so a refund is
 * divided among them in their order, each whole; what earlier passes gave it to is taken off first.
 */
export function divideRefunds(
  rows: readonly DepositRow[],
  refunds: readonly SeenRefund[],
  given: readonly DepositRow[],
): Refunded[] {
  const left = new Map(refunds.map((refund) => [refund, refund.amount]));
  for (const row of given) {
    const refund = refunds.find((one) => isRefundOf(one, row));
    if (refund) left.set(refund, (left.get(refund) ?? 0n) - row.inputAmount);
  }
  return rows.flatMap((row) => {
    const refund = refunds.find(
      (one) =>
        one.recipient === row.depositor &&
        one.token === row.inputToken &&
        one.blockNumber > row.blockNumber &&
        (left.get(one) ?? 0n) >= row.inputAmount,
    );
    if (!refund) return [];
    left.set(refund, (left.get(refund) ?? 0n) - row.inputAmount);
    return [{ row, refund }];
  });
}

function isRefundOf(refund: SeenRefund, row: DepositRow): boolean {
  return (
    row.refundTxHash === refund.txHash &&
    row.refundLogIndex === refund.logIndex &&
    row.refundPosition === refund.position &&
    row.refundBlockHash === refund.blockHash
  );
}

/** Deposits that were given back by refunds of these transactions. */
export function givenBackBy(
  db: Reader,
  source: NetworkId,
  refunds: readonly SeenRefund[],
): Promise<DepositRow[]> {
  const hashes = [...new Set(refunds.map(({ txHash }) => txHash))];
  if (hashes.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, source),
        eq(crosschainDeposits.state, "refunded"),
        inArray(crosschainDeposits.refundTxHash, hashes),
      ),
    );
}

export async function recordRefunds(tx: Tx, refunded: readonly Refunded[]): Promise<DepositRow[]> {
  const moved: DepositRow[] = [];
  for (const { row, refund } of refunded) {
    const [after] = await tx.db
      .update(crosschainDeposits)
      .set({
        state: "refunded",
        refundTxHash: refund.txHash,
        refundLogIndex: refund.logIndex,
        refundPosition: refund.position,
        refundBlockNumber: refund.blockNumber,
        refundBlockHash: refund.blockHash,
        changedAt: tx.now(),
      })
      .where(
        and(
          eq(crosschainDeposits.id, row.id),
          inArray(crosschainDeposits.state, depositStatesBefore("refund_seen")),
        ),
      )
      .returning();
    if (after) moved.push(after);
  }
  return moved;
}

/** Refunds above the final block that are not there any more: the pool owes them again. */
export async function dropRefunds(tx: Tx, rows: readonly DepositRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db
    .update(crosschainDeposits)
    .set(refundLost(tx))
    .where(
      and(
        inArray(
          crosschainDeposits.id,
          rows.map(({ id }) => id),
        ),
        inArray(crosschainDeposits.state, depositStatesBefore("refund_dropped")),
      ),
    );
}

/** Deposits of a network whose refund has taken days. */
export async function overdueRefunds(tx: Tx, source: NetworkId): Promise<DepositRow[]> {
  const since = new Date(tx.now().getTime() - REFUND_OVERDUE_MS);
  return tx.db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, source),
        takesPart(tx.db, tx.now()),
        inArray(crosschainDeposits.state, depositStatesBefore("refund_overdue")),
        lt(crosschainDeposits.changedAt, since),
      ),
    );
}

/** Says that their refunds have taken days. Returns what moved. */
export function noteOverdue(tx: Tx, rows: readonly DepositRow[]): Promise<DepositRow[]> {
  return tx.db
    .update(crosschainDeposits)
    .set({ state: "failed", changedAt: tx.now() })
    .where(
      and(
        inArray(
          crosschainDeposits.id,
          rows.map(({ id }) => id),
        ),
        inArray(crosschainDeposits.state, depositStatesBefore("refund_overdue")),
      ),
    )
    .returning();
}

/**
 * From which block of the source refunds are to be looked for next. Those that are to be looked for again from a lower
 * block than these rows say keep that.
 */
export async function refundsReadUpTo(
  tx: Tx,
  source: NetworkId,
  rows: readonly DepositRow[],
  finalized: bigint,
): Promise<void> {
  const behind = rows.filter(({ refundsFrom }) => (refundsFrom ?? 0n) < finalized);
  if (behind.length === 0) return;
  const ids = behind.map(({ id }) => id);
  const readFrom = lowest(behind.map(({ refundsFrom, blockNumber }) => refundsFrom ?? blockNumber));
  await tx.db
    .update(crosschainDeposits)
    .set({ refundsFrom: finalized })
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, source),
        inArray(crosschainDeposits.id, ids),
        sql`coalesce(${crosschainDeposits.refundsFrom}, ${crosschainDeposits.blockNumber}) >= ${readFrom}::bigint`,
      ),
    );
}
