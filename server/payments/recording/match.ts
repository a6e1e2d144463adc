import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { feeLegs, type MISMATCH_REASONS, refunds, requests } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import { addressBytes } from "@/server/chains/address";
import { type NetworkId, networkById } from "@/server/chains/networks";
import type { Reader } from "@/server/context";
import { requestsOfLifi } from "@/server/crosschain/lifi/transfers";
import { tokenById } from "@/server/currencies/tokens";
import { restrictedLinkOfRequest } from "@/server/payer-access/restricted";

/** A payment event and the request that its reference names. */
export interface Match {
  log: PaymentLog;
  request: {
    id: string;
    platformId: string;
    clientIdId: string | null;
    payee: string;
    /** Base units of the invoice currency. */
    amount: bigint;
    /** Blocks until a payment counts; 0 only once its block is final, null as its network asks for. */
    requiredConfirmations: number | null;
    invoiceCurrency: string;
    paymentCurrency: string;
    network: string;
    /** Link that lets only some wallets pay this request; null where anyone may. */
    restrictedLinkId: string | null;
  };
  mismatch: (typeof MISMATCH_REASONS)[number] | null;
}

/** A payment event that carries a fee receiver's own reference, in the right token and to the right address. */
export interface FeeTransferMatch {
  log: PaymentLog;
  leg: { topic1: string; requestId: string };
}

/** A payment event that sends back what a refund says: its token, its receiver and its amount. */
export interface RefundMatch {
  log: PaymentLog;
  refund: { id: string; requestId: string };
}

/** What is read of a request that a payment names. */
export const MATCHED_REQUEST = {
  id: requests.id,
  platformId: requests.platformId,
  clientIdId: requests.clientIdId,
  payee: requests.payee,
  amount: requests.amount,
  requiredConfirmations: requests.requiredConfirmations,
  invoiceCurrency: requests.invoiceCurrency,
  paymentCurrency: requests.paymentCurrency,
  network: requests.network,
  restrictedLinkId: restrictedLinkOfRequest(),
};

/** Payment events, by what they name. */
export interface Matched {
  matches: Match[];
  fees: FeeTransferMatch[];
  refunds: RefundMatch[];
  /** Events that name no request of ours. */
  unclaimed: PaymentLog[];
}

/**
 * Finds the requests that these events name and checks the whole tuple of onchain.md §7: network, token and
 * recipient. An event that names a request but does not fit is a match with its reason, never a credit:
 * anyone can call the real proxy with a worthless token and a known reference. Money that LI.FI gave to a payee without
 * the payment call names a transfer of LI.FI's: its request is the one of the deposit that was filled with it.
 */
export async function matchPayments(
  db: Reader,
  network: NetworkId,
  logs: readonly PaymentLog[],
): Promise<Matched> {
  if (logs.length === 0) return { matches: [], fees: [], refunds: [], unclaimed: [] };
  const isNamed = (topic1: PgColumn) => sql`${topic1} in (${topicsOf(logs)})`;
  const ofLifi = await requestsOfLifi(
    db,
    network,
    logs.filter(({ isOfLifi }) => isOfLifi),
  );
  const [requestRows, feeRows, refundRows] = await Promise.all([
    db
      .select({
        topic1: requests.topic1,
        ...MATCHED_REQUEST,
      })
      .from(requests)
      .where(
        and(
          or(
            isNamed(requests.topic1),
            ofLifi.size > 0 ? inArray(requests.id, [...new Set(ofLifi.values())]) : undefined,
          ),
          eq(requests.network, network),
        ),
      ),
    db
      .select({
        topic1: feeLegs.topic1,
        requestId: feeLegs.requestId,
        payee: feeLegs.address,
        paymentCurrency: requests.paymentCurrency,
      })
      .from(feeLegs)
      .innerJoin(requests, eq(requests.id, feeLegs.requestId))
      .where(and(isNamed(feeLegs.topic1), eq(requests.network, network))),
    db
      .select({
        topic1: refunds.topic1,
        id: refunds.id,
        requestId: refunds.requestId,
        payee: refunds.receiver,
        paymentCurrency: refunds.currency,
        amount: refunds.amount,
      })
      .from(refunds)
      .where(and(isNamed(refunds.topic1), eq(refunds.network, network))),
  ]);
  const found = new Map(requestRows.map(({ topic1, ...request }) => [topic1, request]));
  const byId = new Map([...found.values()].map((request) => [request.id, request]));
  const legs = new Map(feeRows.map((leg) => [leg.topic1, leg]));
  const prepared = new Map(refundRows.map((refund) => [refund.topic1, refund]));
  const matches: Match[] = [];
  const fees: FeeTransferMatch[] = [];
  const sentBack: RefundMatch[] = [];
  const unclaimed: PaymentLog[] = [];
  for (const log of logs) {
    const request = log.isOfLifi ? byId.get(ofLifi.get(log) ?? "") : found.get(log.topic1);
    const leg = log.isOfLifi ? undefined : legs.get(log.topic1);
    const refund = log.isOfLifi ? undefined : prepared.get(log.topic1);
    if (request) matches.push({ log, request, mismatch: mismatchOf(log, request) });
    else if (leg && mismatchOf(log, leg) === null) fees.push({ log, leg });
    else if (refund && isOfRefund(log, refund)) sentBack.push({ log, refund });
    else unclaimed.push(log);
  }
  return { matches, fees, refunds: sentBack, unclaimed };
}

/** Anyone can send something under a reference, to anybody: only all that was prepared is the refund. */
function isOfRefund(
  log: PaymentLog,
  refund: Pick<Match["request"], "payee" | "paymentCurrency"> & { amount: bigint },
): boolean {
  return mismatchOf(log, refund) === null && log.amount === refund.amount;
}

/** One parameter for any number of references: thousands of them cost more to prepare than to look up. */
function topicsOf(logs: readonly PaymentLog[]) {
  const topics = new Set(logs.map((log) => log.topic1.slice(2)));
  const json = JSON.stringify([...topics]);
  return sql`select decode(topic, 'hex') from json_array_elements_text(${json}::text::json) as topic`;
}

function mismatchOf(
  log: PaymentLog,
  request: Pick<Match["request"], "payee" | "paymentCurrency">,
): Match["mismatch"] {
  const token = tokenById(request.paymentCurrency);
  if (!token) return "token_mismatch";
  const expected = token.address === null ? null : hex20(token.network, token.address);
  if (log.token !== expected) return "token_mismatch";
  // It has no deposit address yet: whoever paid, paid somebody else.
  if (request.payee === "") return "recipient_mismatch";
  if (log.recipient !== hex20(token.network, request.payee)) return "recipient_mismatch";
  return log.amount === 0n ? "zero_amount" : null;
}

function hex20(network: string, address: string): string {
  return addressBytes(networkById(network)?.family ?? "evm", address).toLowerCase();
}
