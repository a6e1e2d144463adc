import { and, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import { depositAddresses, requests, transfers } from "@/db/schema";
import type { ArrivalLog, PaymentLog, ProvenArrival } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import { referenceTopic } from "@/server/chains/reference-topic";
import type { Reader } from "@/server/context";
import { termsOf } from "@/server/payments/deposit-addresses/address-row";
import { sharesOf } from "@/server/payments/deposit-addresses/shares";
import { type FeeTransferMatch, MATCHED_REQUEST } from "@/server/payments/recording/match";
import type { Proof } from "@/server/payments/recording/prove";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { COUNTED_STATES } from "@/server/payments/state";

/** The last place among the events of a transaction that a position of ours can hold: it is a `smallint`. */
const MAX_ORDINAL = 32_767;

/** A proven arrival and the time of its block. */
export interface TimedArrival extends ProvenArrival {
  blockTime: Date;
}

/** Arrivals as payments, in the form that a payment through the fee proxy has. */
export interface SharedArrivals {
  seen: SeenTransfer[];
  fees: (FeeTransferMatch & Proof)[];
}

/**
 * Divides what arrived between payee and fee receivers, as the deposit contract will. That depends on all that arrived
 * before: everything below the first of these blocks has to be recorded by now, and `arrived` has to be all of the blocks
 * from there on.
 */
export async function shareArrivals(
  db: Reader,
  network: NetworkId,
  arrived: readonly TimedArrival[],
): Promise<SharedArrivals> {
  const inOrder = arrived.toSorted((a, b) => orderOf(a.log, b.log));
  const [first] = inOrder;
  if (!first) return { seen: [], fees: [] };
  const addresses = [...new Set(inOrder.map(({ log }) => log.to))];
  const [rows, before] = await Promise.all([
    addressesWithRequests(db, network, addresses),
    arrivedAt(db, network, addresses, first.log.blockNumber),
  ]);
  const byAddress = new Map(rows.map((row) => [row.address, row]));
  const seen: SeenTransfer[] = [];
  const fees: SharedArrivals["fees"] = [];
  for (const { log, ordinal, blockTime, attestedBy } of inOrder) {
    // Only who wants it makes so many events beside a transfer; their money is not lost, and nobody else waits for it.
    if (ordinal > MAX_ORDINAL) continue;
    const row = byAddress.get(log.to);
    // An address of this token that got another one: it can be rescued, and pays nothing.
    if (!row || row.token !== log.token) continue;
    const { request } = row;
    const sum = before.get(log.to) ?? 0n;
    before.set(log.to, sum + log.amount);
    const share = sharesOf(row, sum, log.amount);
    const terms = termsOf(row, network);
    const place = placeOf(log, ordinal);
    const settlement = { payer: null, payerEoa: null, takenFrom: null };
    seen.push({
      log: {
        ...place,
        topic1: referenceTopic(terms.paymentReference),
        token: log.token,
        recipient: terms.payee,
        amount: share.payee,
        feeAmount: share.fee,
        feeAddress: share.fee > 0n ? terms.feeReceiver : null,
        conversion: null,
      },
      request,
      mismatch: share.payee === 0n ? "zero_amount" : null,
      settlement: { ...settlement, received: share.payee },
      blockTime,
      arrival: { address: log.to, sentFrom: log.from, amount: log.amount },
      ...(attestedBy === undefined ? {} : { attestedBy }),
    });
    if (share.leg === 0n) continue;
    fees.push({
      log: {
        ...place,
        topic1: referenceTopic(terms.legReference),
        token: log.token,
        recipient: terms.legReceiver,
        amount: share.leg,
        feeAmount: 0n,
        feeAddress: null,
        conversion: null,
      },
      leg: { topic1: referenceTopic(terms.legReference), requestId: request.id },
      settlement: { ...settlement, received: share.leg },
      ...(attestedBy === undefined ? {} : { attestedBy }),
    });
  }
  return { seen, fees };
}

/** Base units that arrived at each of these addresses, fees included, by address; below a block, where one is given. */
export async function arrivedAt(
  db: Reader,
  network: NetworkId,
  addresses: readonly string[],
  below?: bigint,
): Promise<Map<string, bigint>> {
  const rows = await db
    .select({ address: transfers.depositAddress, sum: sql<string>`sum(${transfers.arrived})` })
    .from(transfers)
    .where(
      and(
        inArray(transfers.depositAddress, [...addresses]),
        eq(transfers.network, network),
        below === undefined ? undefined : lt(transfers.blockNumber, below),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .groupBy(transfers.depositAddress);
  return new Map(rows.flatMap(({ address, sum }) => (address === null ? [] : [[address, BigInt(sum)]])));
}

function addressesWithRequests(db: Reader, network: NetworkId, addresses: readonly string[]) {
  return db
    .select({
      ...getTableColumns(depositAddresses),
      request: MATCHED_REQUEST,
    })
    .from(depositAddresses)
    .innerJoin(requests, eq(requests.id, depositAddresses.requestId))
    .where(and(eq(depositAddresses.network, network), inArray(depositAddresses.address, [...addresses])));
}

/** Where it stands. No payment event has a negative position, so none is taken for the other. */
function placeOf(
  { txHash, blockNumber, blockHash, logIndex }: ArrivalLog,
  ordinal: number,
): Pick<PaymentLog, "txHash" | "position" | "blockNumber" | "blockHash" | "logIndex"> {
  return { txHash, position: -1 - ordinal, blockNumber, blockHash, logIndex };
}

function orderOf(a: ArrivalLog, b: ArrivalLog): number {
  return Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex;
}
