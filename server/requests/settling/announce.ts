import { and, eq, isNull } from "drizzle-orm";
import { clientIds, feeLegs, recurringInstalments, securePaymentRequests, securePayments } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Config } from "@/server/config";
import type { Tx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { isProtocolReceiver } from "@/server/fees/protocol-fee";
import { formatAmount } from "@/server/lib/amount";
import { isAnyOf } from "@/server/lib/database/any-of";
import type { AnnouncedTransfer } from "@/server/payments/counting/unannounced";
import { bridgeFeeLine, bridgeFeesOf } from "@/server/payments/crosschain/fees";
import { paymentToken } from "@/server/payments/searching/describe";
import { amountsOf, conversionFields, creditOfRow } from "@/server/payments/valuing/described";
import type { RequestRow } from "@/server/requests/draft";
import { offrampOf } from "@/server/requests/offramps/describe";
import { tellPayment } from "@/server/requests/settling/traced-payment";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { EventPayload, NewEvent } from "@/server/webhooks/announcing/events";
import { withVariants } from "@/server/webhooks/announcing/variants";

/** A confirmed payment and the total it brought its request to, base units of the invoice currency. */
export interface Announcement {
  name: "payment.partial" | "payment.confirmed";
  request: RequestRow;
  transfer: AnnouncedTransfer;
  total: bigint;
}

/** Enqueues the events of confirmed payments with their variants (events.md §3.1, §3.2). */
export async function announcePayments(tx: Tx, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const publicIds = await publicClientIds(tx, announcements);
  const legs = await feeLines(tx, announcements);
  const toBank = await offrampFields(tx, announcements);
  const tokens = await linkTokens(tx, announcements);
  const schedules = await schedulesOf(tx, announcements);
  const bridges = await bridgeFeesOf(
    tx.db,
    announcements.map(({ transfer }) => transfer),
  );
  const events = announcements.flatMap((announcement) => {
    const { request, transfer } = announcement;
    const round = request.settlementRound;
    const core = {
      platformId: request.platformId,
      clientIdId: request.clientIdId,
      name: announcement.name,
      payload: paymentPayload(tx.config, announcement, {
        legs: [...(legs.get(request.id) ?? []), ...bridgeFeeLine(bridges.get(transfer.id))],
        offramp: toBank.get(request.id),
        schedule: schedules.get(request.id),
      }),
      dedupeKey:
        announcement.name === "payment.confirmed"
          ? `${request.id}:confirmed:${round}`
          : `${transfer.id}:partial:${round}`,
      traceparent: tellPayment(tx, announcement.name, announcement),
    };
    return withVariants(core, {
      clientId: (request.clientIdId && publicIds.get(request.clientIdId)) ?? null,
      origin: request.origin,
      securePaymentToken: tokens.get(request.id) ?? null,
    });
  });
  await enqueueEvents(tx, events);
}

/** Announces that a confirmed payment left the chain for good and its request is short of it. */
export async function announceReorged(
  tx: Tx,
  lost: readonly { request: RequestRow; transfer: AnnouncedTransfer }[],
): Promise<void> {
  if (lost.length === 0) return;
  const schedules = await schedulesOf(tx, lost);
  const events: NewEvent[] = lost.map(({ request, transfer }) => {
    const { token, inInvoice } = amountsOf(request);
    return {
      platformId: request.platformId,
      clientIdId: request.clientIdId,
      name: "payment.failed",
      payload: {
        ...identity(request),
        paymentProcessor: tx.config.wire.network,
        subStatus: "reorged",
        paymentId: transfer.id,
        amount: inInvoice(creditOfRow(transfer)),
        expectedAmount: inInvoice(request.amount),
        paymentCurrency: token.symbol,
        isCryptoToFiat: false,
        failureReason: "The chain dropped a confirmed payment and it did not come back",
        ...recurringPayment(schedules, request),
      },
      dedupeKey: `${transfer.id}:failed:${request.settlementRound}`,
      traceparent: tellPayment(tx, "payment.failed", { request, transfer }),
    };
  });
  await enqueueEvents(tx, events);
}

type FeeLine = EventPayload<"payment.confirmed">["fees"][number];

/** What is looked up for many payments at once. */
interface LookedUp {
  /** Fees beside that in the payment's own event: legs, and what a bridge took. */
  legs: readonly FeeLine[];
  offramp: OfframpFields | undefined;
  schedule: string | undefined;
}

/** Fields that most payments do not have are added one by one: thousands of payloads are made at once. */
function paymentPayload(
  config: Config,
  { name, request, transfer, total }: Announcement,
  { legs, offramp, schedule }: LookedUp,
): EventPayload<"payment.confirmed"> {
  const { token, invoice, inInvoice } = amountsOf(request);
  const conversion = conversionFields(request, transfer);
  const customerInfo = request.customerInfo;
  const payer = transfer.payer && walletText(token.network, transfer.payer);
  const payload: EventPayload<"payment.confirmed"> = {
    ...identity(request),
    paymentId: transfer.id,
    explorer: new URL(`/request/${request.requestId.slice(2)}`, config.urls.pay).href,
    payerAddress: payer,
    payerEoaAddress:
      transfer.payerEoa === transfer.payer
        ? payer
        : transfer.payerEoa && walletText(token.network, transfer.payerEoa),
    paymentProcessor: request.isCryptoToFiatAllowed ? config.wire.tech : config.wire.network,
    amount: inInvoice(creditOfRow(transfer)),
    totalAmountPaid: inInvoice(total),
    expectedAmount: inInvoice(request.amount),
    txHash: transfer.txHash,
    network: request.network,
    currency: invoice.symbol,
    paymentCurrency: token.symbol,
    isCryptoToFiat: request.isCryptoToFiatAllowed,
    subStatus: request.isCryptoToFiatAllowed ? (request.offrampStatus ?? "") : "",
    fees: [...proxyFee(config, transfer, token), ...legs],
    payee: request.payee,
  };
  if (name === "payment.confirmed" && total < request.amount) {
    payload.underpaidAmount = inInvoice(request.amount - total);
  }
  if (request.requiredConfirmations !== null) {
    payload.requiredConfirmations = request.requiredConfirmations || "final";
  }
  if (total > request.amount) payload.excessAmount = inInvoice(total - request.amount);
  if (conversion) Object.assign(payload, withoutNulls(conversion));
  if (isRecord(customerInfo)) payload.customerInfo = customerInfo;
  if (request.reference !== null) payload.reference = request.reference;
  if (offramp) Object.assign(payload, offramp, { fees: [...payload.fees, ...offramp.fees] });
  if (schedule !== undefined) payload.recurringPayment = { id: schedule };
  return payload;
}

/** The fee inside the payment's own event: the platform's, or the protocol's when it stands there alone. */
function proxyFee(config: Config, transfer: AnnouncedTransfer, token: Token): FeeLine[] {
  if (transfer.feeAmount === 0n || transfer.feeAddress === null) return [];
  const isProtocol = isProtocolReceiver(config, transfer.network, transfer.feeAddress);
  return [
    {
      type: isProtocol ? "protocol" : "platform",
      provider: config.wire.network,
      amount: formatAmount(transfer.feeAmount, token.decimals),
      currency: token.symbol,
      receiverAddress: walletText(token.network, transfer.feeAddress),
      network: token.network,
    },
  ];
}

/** Fee legs that were paid, by request. */
async function feeLines(tx: Tx, announcements: readonly Announcement[]): Promise<Map<string, FeeLine[]>> {
  const byId = new Map(announcements.map(({ request }) => [request.id, request]));
  const rows = await tx.db
    .select()
    .from(feeLegs)
    .where(isAnyOf(feeLegs.requestId, [...byId.keys()]));
  const lines = new Map<string, FeeLine[]>();
  for (const leg of rows) {
    const request = byId.get(leg.requestId);
    if (!request || leg.paid === 0n) continue;
    const token = paymentToken(request);
    const line: FeeLine = {
      type: leg.type,
      provider: tx.config.wire.network,
      amount: formatAmount(leg.paid, token.decimals),
      currency: token.symbol,
      receiverAddress: leg.address,
      network: token.network,
    };
    lines.set(leg.requestId, [...(lines.get(leg.requestId) ?? []), line]);
  }
  return lines;
}

/** Token of the link each request is paid through, by request; of the batch link where a payout went into one. */
async function linkTokens(tx: Tx, announcements: readonly Announcement[]): Promise<Map<string, string>> {
  const ids = [...new Set(announcements.map(({ request }) => request.id))];
  const rows = await tx.db
    .select({ requestId: securePaymentRequests.requestId, token: securePayments.token })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(and(isAnyOf(securePaymentRequests.requestId, ids), isNull(securePayments.mergedIntoId)));
  return new Map(rows.map((row) => [row.requestId, row.token]));
}

/** The schedules of those that are instalments of one, by request. */
async function schedulesOf(
  tx: Tx,
  of: readonly { request: RequestRow }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = of.flatMap(({ request }) => (request.kind === "payout" ? request.id : []));
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({ requestId: recurringInstalments.requestId, id: recurringInstalments.recurringPaymentId })
    .from(recurringInstalments)
    .where(isAnyOf(recurringInstalments.requestId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.requestId, row.id]));
}

function recurringPayment(schedules: ReadonlyMap<string, string>, request: RequestRow) {
  const id = schedules.get(request.id);
  return id === undefined ? {} : { recurringPayment: { id } };
}

async function publicClientIds(tx: Tx, announcements: readonly Announcement[]): Promise<Map<string, string>> {
  const ids = new Set(announcements.flatMap(({ request }) => request.clientIdId ?? []));
  if (ids.size === 0) return new Map();
  const rows = await tx.db
    .select({ id: clientIds.id, clientId: clientIds.clientId })
    .from(clientIds)
    .where(isAnyOf(clientIds.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.clientId]));
}

function identity(request: RequestRow) {
  const requestId = request.requestId.slice(2);
  return { requestId, requestID: requestId, paymentReference: request.paymentReference };
}

/** Of a payment that was valued by an operator, no rate is known. */
function withoutNulls<T extends Record<string, string | null>>(fields: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: string;
  };
}

type OfframpFields = Pick<
  EventPayload<"payment.confirmed">,
  | "conversionRate"
  | "conversionRateDestination"
  | "convertedAmountSource"
  | "convertedAmountDestination"
  | "rateProvider"
> & { fees: FeeLine[] };

/** What the provider kept of payments to bank accounts, at which rate, and what arrived, by request. */
async function offrampFields(
  tx: Tx,
  announcements: readonly Announcement[],
): Promise<Map<string, OfframpFields>> {
  const found = new Map<string, OfframpFields>();
  for (const { request, name } of announcements) {
    if (name !== "payment.confirmed") continue;
    const offramp = await offrampOf(tx, request);
    if (!offramp) continue;
    const { provider, fees, rate, destinationAmount, sourceAmount } = offramp;
    found.set(request.id, {
      fees: fees.map(({ amount, currency }) => ({
        type: "offramp",
        provider,
        amount,
        currency,
        network: request.network,
      })),
      ...(rate === null
        ? {}
        : { conversionRate: rate, conversionRateDestination: rate, rateProvider: provider }),
      ...(destinationAmount === null || offramp.isEstimate
        ? {}
        : { convertedAmountSource: sourceAmount, convertedAmountDestination: destinationAmount }),
    });
  }
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
