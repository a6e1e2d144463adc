import { and, between, eq, exists, gt, inArray, not, sql } from "drizzle-orm";
import { feeLegs, feeTransfers, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import type { FeeTransferMatch } from "@/server/payments/recording/match";
import { creditOf, type Proof } from "@/server/payments/recording/prove";
import { COUNTED_STATES, type TransferState } from "@/server/payments/state";

/** Rows of one statement: each value is a parameter, of which PostgreSQL takes 65,535. */
const CHUNK = 1_000;

/** Records transfers to fee receivers, each once, and brings the sums of their legs up to date. */
export async function recordFeeLegs(
  tx: Tx,
  network: NetworkId,
  fees: readonly (FeeTransferMatch & Proof)[],
): Promise<void> {
  if (fees.length === 0) return;
  const values = fees.map(({ log, leg, settlement }) => ({
    network,
    txHash: log.txHash,
    position: log.position,
    topic1: leg.topic1,
    amount: creditOf({ log, settlement }),
    blockNumber: log.blockNumber,
  }));
  for (let i = 0; i < values.length; i += CHUNK) {
    await tx.db
      .insert(feeTransfers)
      .values(values.slice(i, i + CHUNK))
      .onConflictDoUpdate({
        target: [feeTransfers.txHash, feeTransfers.position, feeTransfers.network],
        set: {
          blockNumber: sql`excluded.block_number`,
          amount: sql`excluded.amount`,
        },
      });
  }
  await sumFeeLegs(
    tx,
    fees.map(({ leg }) => leg.topic1),
  );
}

/** Removes fee transfers above the common ancestor of a reorganisation. */
export async function dropFeeLegsAbove(tx: Tx, network: NetworkId, ancestor: bigint): Promise<void> {
  const gone = await tx.db
    .delete(feeTransfers)
    .where(and(eq(feeTransfers.network, network), gt(feeTransfers.blockNumber, ancestor)))
    .returning({ topic1: feeTransfers.topic1 });
  await sumFeeLegs(
    tx,
    gone.map(({ topic1 }) => topic1),
  );
}

/**
 * Removes the fee transfers of a range whose transactions have lost their payments there, because a reorganisation that was
 * not noticed took them away. A fee is paid in the transaction of its payment.
 */
export async function dropFeeLegsOfLost(
  tx: Tx,
  network: NetworkId,
  { from, to }: { from: bigint; to: bigint },
): Promise<void> {
  const isIn = (states: readonly TransferState[]) =>
    exists(
      tx.db
        .select({ one: sql`1` })
        .from(transfers)
        .where(
          and(
            eq(transfers.network, network),
            eq(transfers.txHash, feeTransfers.txHash),
            inArray(transfers.state, [...states]),
          ),
        ),
    );
  const gone = await tx.db
    .delete(feeTransfers)
    .where(
      and(
        eq(feeTransfers.network, network),
        between(feeTransfers.blockNumber, from, to),
        isIn(["orphaned", "dropped"]),
        not(isIn(COUNTED_STATES)),
      ),
    )
    .returning({ topic1: feeTransfers.topic1 });
  await sumFeeLegs(
    tx,
    gone.map(({ topic1 }) => topic1),
  );
}

/** Brings the sums of these fee legs up to date. */
export async function sumFeeLegs(tx: Tx, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return;
  const sum = sql`(select coalesce(sum(${feeTransfers.amount}), 0) from ${feeTransfers}
    where ${feeTransfers.topic1} = ${feeLegs.topic1})`;
  await tx.db
    .update(feeLegs)
    .set({ paid: sum })
    .where(inArray(feeLegs.topic1, [...new Set(topics)]));
}
