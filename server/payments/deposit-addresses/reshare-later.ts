import { and, asc, eq, gt, inArray, isNotNull, lt } from "drizzle-orm";
import { feeTransfers, transfers } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
import { shareArrivals, type TimedArrival } from "@/server/payments/deposit-addresses/share-arrivals";
import { type Correction, correctTransfers, type TransferRow } from "@/server/payments/recording/correct";
import { recordFeeLegs } from "@/server/payments/recording/fee-legs";
import { COUNTED_STATES } from "@/server/payments/state";

/**
 * Divides anew what arrived at the deposit addresses of these requests (row IDs) above a block, after something below it
 * was found or taken back: how money is divided depends on what came before it. Returns the payments that changed.
 */
export async function reshareLater(
  tx: Tx,
  network: NetworkId,
  requestIds: readonly string[],
  above: bigint,
): Promise<Correction[]> {
  if (requestIds.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(transfers)
    .where(
      and(
        isAnyOf(transfers.requestId, requestIds),
        eq(transfers.network, network),
        isNotNull(transfers.depositAddress),
        gt(transfers.blockNumber, above),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
  if (rows.length === 0) return [];
  const { seen, fees } = await shareArrivals(tx.db, network, rows.flatMap(arrivalOf));
  const shares = new Map(seen.map(({ log }) => [placeOf(log), log]));
  const expected = rows.flatMap((row) => {
    const log = shares.get(placeOf(row));
    if (!log) return [];
    const { amount, feeAmount, feeAddress } = log;
    return [{ ...row, amount, received: amount, feeAmount, feeAddress }];
  });
  const corrections = await correctTransfers(tx, rows, expected);
  if (corrections.length === 0) return [];
  await tx.db.delete(feeTransfers).where(
    and(
      eq(feeTransfers.network, network),
      inArray(
        feeTransfers.txHash,
        rows.map(({ txHash }) => txHash),
      ),
      // Of arrivals alone.
      lt(feeTransfers.position, 0),
    ),
  );
  await recordFeeLegs(tx, network, fees);
  return corrections;
}

/** What the chain showed when the row was recorded. */
function arrivalOf(row: TransferRow): TimedArrival[] {
  const { token, sentFrom, depositAddress, arrived, blockNumber, logIndex, blockTime } = row;
  if (token === null || sentFrom === null || depositAddress === null || arrived === null) return [];
  return [
    {
      log: {
        txHash: hex(row.txHash),
        blockNumber,
        blockHash: hex(row.blockHash),
        logIndex,
        token: hex(token),
        from: hex(sentFrom),
        to: hex(depositAddress),
        amount: arrived,
      },
      ordinal: -1 - row.position,
      blockTime,
    },
  ];
}

function placeOf({ txHash, position }: { txHash: string; position: number }): string {
  return `${txHash}:${position}`;
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
