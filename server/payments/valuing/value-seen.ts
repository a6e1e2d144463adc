import { and, eq, inArray } from "drizzle-orm";
import { transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Reads } from "@/server/context";
import { creditOf, reasonOf } from "@/server/payments/recording/prove";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { conversionOf, type Value, valueOfEvent } from "@/server/payments/value";
import { type Unpriced, valuePayments } from "@/server/payments/valuing/value-payments";
import { RateSource } from "@/server/quotes/source";

type TransferRow = typeof transfers.$inferSelect;

/**
 * Adds to the payments towards requests in another currency what they are worth. One that is recorded in the same
 * block and with the same payer keeps its value: a price is asked for once. One that came back in another block is valued anew, by the time of
 * that block. Payments in the currency of their request cost nothing here.
 */
export async function valueSeen(
  ctx: Pick<Ctx, "db" | "prices" | "log">,
  network: NetworkId,
  seen: readonly SeenTransfer[],
): Promise<SeenTransfer[]> {
  const converted = seen.flatMap((transfer) => {
    const conversion = reasonOf(transfer) === null ? conversionOf(transfer.request) : null;
    return conversion ? [{ transfer, conversion }] : [];
  });
  if (converted.length === 0) return [...seen];
  const recorded = await recordedRows(
    ctx,
    network,
    converted.map(({ transfer }) => transfer),
  );
  const unpriced = converted.map(({ transfer, conversion }): Unpriced => {
    const { log, request, settlement, blockTime } = transfer;
    const row = recorded.get(placeOf(log));
    const amount = creditOf(transfer);
    const kept = keptValue(transfer, row);
    return {
      requestId: request.id,
      conversion,
      payer: settlement.payer,
      amount,
      txHash: log.txHash,
      position: log.position,
      blockNumber: log.blockNumber,
      blockTime,
      logIndex: log.logIndex,
      depositedAt: settlement.deposit?.at ?? null,
      value:
        operatorsValue(transfer, row) ??
        valueOfEvent(conversion, log, amount) ??
        (row && isPayerKnownBy(row, transfer) ? kept : null),
      priced: kept?.valuation === "block_price" ? kept : null,
    };
  });
  const values = await valuePayments(ctx, network, unpriced);
  const byTransfer = new Map(converted.map(({ transfer }, i) => [transfer, values[i]]));
  return seen.map((transfer) => {
    const value = byTransfer.get(transfer);
    return value ? { ...transfer, value } : transfer;
  });
}

/**
 * Whether a recorded payment names its payer and when they acted as they are known now. The fill of a deposit can be
 * seen before the deposit is: then it was valued as that of somebody unknown, at the time of the fill.
 */
function isPayerKnownBy(row: TransferRow, { settlement }: SeenTransfer): boolean {
  const { payer, deposit } = settlement;
  return (
    row.payer === payer &&
    row.sourceTxHash === (deposit?.txHash ?? null) &&
    (row.depositedAt === null || row.depositedAt.getTime() === deposit?.at?.getTime())
  );
}

/** What an operator decided does not depend on a block or an event. */
function operatorsValue(transfer: SeenTransfer, row: TransferRow | undefined): Value | null {
  return row?.valuation === "operator" ? recordedValue(transfer, row) : null;
}

/** The value that is on record; null where it is to be found, because there is none or the block is another one. */
function keptValue(transfer: SeenTransfer, row: TransferRow | undefined): Value | null {
  return row?.blockHash === transfer.log.blockHash ? recordedValue(transfer, row) : null;
}

function recordedValue(transfer: SeenTransfer, row: TransferRow): Value | null {
  if (row.requestId !== transfer.request.id || row.amount !== creditOf(transfer)) return null;
  if (row.credited === null || row.valuation === null) return null;
  const { credited, valuation, quoteId, rate } = row;
  const rateSources = row.rateSources === null ? null : RateSource.array().parse(row.rateSources);
  return { credited, valuation, quoteId, rate, rateSources, mismatch: null };
}

async function recordedRows(
  ctx: Pick<Reads, "db">,
  network: NetworkId,
  converted: readonly SeenTransfer[],
): Promise<Map<string, TransferRow>> {
  const hashes = [...new Set(converted.map(({ log }) => log.txHash))];
  const rows = await ctx.db
    .select()
    .from(transfers)
    .where(and(inArray(transfers.txHash, hashes), eq(transfers.network, network)));
  return new Map(rows.map((row) => [placeOf(row), row]));
}

function placeOf({ txHash, position }: { txHash: string; position: number }): string {
  return `${txHash}:${position}`;
}
