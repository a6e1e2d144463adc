import { and, eq, sql } from "drizzle-orm";
import { feeLegs } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { protocolReceiverBytes } from "@/server/fees/protocol-fee";
import { formatAmount } from "@/server/lib/amount";
import { type Ratio, ratioOf, toDecimal } from "@/server/lib/ratio";
import { settlingTransfers } from "@/server/payments/counting/covering";
import { feesTo, MAX_IGNORED, moneyOf, type RequestMoney } from "@/server/payments/counting/of-request";
import { bridgeFeeLine, bridgeFeesOf, bridgeFeesTogether } from "@/server/payments/crosschain/fees";
import { refundedOf } from "@/server/payments/refunds/sums";
import { StoredCustomerInfo } from "@/server/payments/schema";
import { describePayment, feeTypeOf, paymentToken } from "@/server/payments/searching/describe";
import { amountsOf } from "@/server/payments/valuing/described";
import { readConversion } from "@/server/requests/conversion-read";
import type { RequestRow } from "@/server/requests/draft";
import { findRequest } from "@/server/requests/find";
import { offrampWithNote } from "@/server/requests/offramps/describe";
import type { Offramp } from "@/server/requests/offramps/schema";
import type { RequestStatusRead } from "@/server/requests/read-schema";

/**
 * A request and what has been paid of it (RS-01 to RS-16). Payments are shown as soon as they are seen;
 * `hasBeenPaid` and `txHash` follow the status. Amounts are in the currency of the invoice, except what was paid, which
 * is in the token; those that are nothing yet are `"0"`. Throws 404.
 */
export async function getRequest(ctx: Ctx, requestId: string): Promise<RequestStatusRead> {
  const row = await findRequest(ctx, requestId);
  const hasBeenPaid = row.status === "paid";
  const [money, settling, legs, refunded] = await Promise.all([
    moneyOf(ctx, row.id),
    settlingTransfers(ctx, hasBeenPaid ? [row.id] : []),
    ctx.db
      .select({ type: feeLegs.type, paid: feeLegs.paid })
      .from(feeLegs)
      .where(and(eq(feeLegs.requestId, row.id), sql`${feeLegs.paid} > 0`)),
    refundedOf(ctx.db, [row.id]),
  ]);
  const fees = await feesInside(ctx, row, money);
  const bridges = await bridgeFeesOf(
    ctx.db,
    money.payments.map(({ transfer }) => transfer),
  );
  const settled = settling.get(row.id);
  const conversion = await readConversion(ctx, row, money);
  const { inInvoice, inToken } = amountsOf(row);
  const paidBy = settled ?? money.payments.at(-1)?.transfer;
  const { offramp, note: bankNote } = await offrampWithNote(ctx, row);
  const wallet = (hex20: string | null | undefined) => (hex20 ? walletText(row.network, hex20) : null);
  return {
    requestId: row.requestId.slice(2),
    paymentReference: row.paymentReference,
    hasBeenPaid,
    status: row.status,
    isListening: row.isListening,
    txHash: settled?.txHash ?? null,
    payee: row.payee || null,
    requestAmount: inInvoice(row.amount),
    invoiceCurrency: row.invoiceCurrency,
    paymentCurrency: row.paymentCurrency,
    paidAmount: inToken(isConverted(row) ? money.converted : money.paid),
    receivedAmount: inInvoice(money.received),
    excessAmount: inInvoice(excessOf(row, money)),
    underpaidAmount: inInvoice(hasBeenPaid && money.paid < row.amount ? row.amount - money.paid : 0n),
    refundedAmount: inToken(refunded.get(row.id) ?? 0n),
    payerAddress: wallet(paidBy?.payer),
    payerEoaAddress: wallet(paidBy?.payerEoa),
    detectionSource: row.detectionSource,
    note: row.note ?? joined(noteOn(money), bankNote),
    payments: money.payments.map(({ transfer, paidSoFar }) => describePayment(row, transfer, paidSoFar)),
    fees:
      money.paid === 0n
        ? []
        : [
            ...feeLines(ctx, row, fees, legs),
            ...bridgeFeesTogether(bridges.values())
              .flatMap(bridgeFeeLine)
              .map(({ network: _, ...line }) => line),
            ...offrampFees(offramp),
          ],
    customerInfo: StoredCustomerInfo.parse(row.customerInfo),
    reference: row.reference,
    recurrence:
      row.recurrenceStartDate && row.recurrenceFrequency
        ? { startDate: row.recurrenceStartDate.toISOString(), frequency: row.recurrenceFrequency }
        : null,
    isRecurrenceStopped: row.isRecurrenceStopped ?? false,
    originalRequestId: row.originalRequestId?.slice(2),
    originalRequestPaymentReference: row.originalRequestPaymentReference ?? undefined,
    isCryptoToFiatAllowed: row.isCryptoToFiatAllowed,
    isCryptoToFiatAvailable: row.isCryptoToFiatAllowed,
    offramp,
    ...conversion,
  };
}

/** What was credited above the amount, and what a bridge brought beyond that (RS-06). */
function excessOf({ amount }: RequestRow, { paid, received }: RequestMoney): bigint {
  const credited = paid > amount ? paid - amount : 0n;
  return received > paid ? credited + received - paid : credited;
}

/** A merchant whose customer paid with the wrong token or wallet will ask; the words promise no credit. */
function noteOn(money: RequestMoney): string | null {
  // A transfer of nothing is noise that anyone can make, and nobody will ask about it.
  const ignored = money.ignored.filter(({ reason }) => reason !== "zero_amount");
  const held = ignored.filter(({ reason }) => reason === "payer_not_approved");
  const unvalued = ignored.filter(({ reason }) => reason === "unvalued");
  const rejected = ignored.filter(({ reason }) => reason === "payer_rejected");
  const unfit = ignored.filter((group) => ![held, rejected, unvalued].flat().includes(group));
  const count = (groups: RequestMoney["ignored"]) =>
    groups.reduce((total, group) => total + group.transfers, 0);
  const notes: string[] = [];
  if (unfit.length > 0) {
    const reasons = unfit.map(({ reason }) => reason).join(", ");
    notes.push(
      `${transfersAre(count(unfit), "with this reference did not match the request and", "not credited")}: ${reasons}`,
    );
  }
  const from = "from a wallet that has not passed the access policy of its link";
  if (held.length > 0) {
    notes.push(`${transfersAre(count(held), from, "held, not credited")}: payer_not_approved`);
  }
  if (rejected.length > 0) {
    notes.push(`${transfersAre(count(rejected), from, "rejected for good, not credited")}: payer_rejected`);
  }
  if (unvalued.length > 0) {
    const which = "under no quote, at a time whose price is not known,";
    notes.push(`${transfersAre(count(unvalued), which, "held, not credited")}: unvalued`);
  }
  return joined(...notes);
}

function joined(...notes: readonly (string | null)[]): string | null {
  const said = notes.filter((note) => note !== null);
  return said.length > 0 ? said.join("; ") : null;
}

function transfersAre(count: number, which: string, what: string): string {
  if (count === 1) return `1 transfer ${which} is ${what}`;
  return `${count < MAX_IGNORED ? count : `${MAX_IGNORED} or more`} transfers ${which} are ${what}`;
}

/** What the payments' own events brought: to the receiver of the protocol fee, and to all others. */
async function feesInside(
  ctx: Ctx,
  row: RequestRow,
  { fees }: RequestMoney,
): Promise<Record<"protocol" | "platform", bigint>> {
  const receiver = fees === 0n ? null : protocolReceiverBytes(ctx.config, row.network);
  const protocol = receiver === null ? 0n : await feesTo(ctx, row.id, receiver);
  return { protocol, platform: fees - protocol };
}

/** What the provider keeps on the way to a bank account, in one line. */
function offrampFees(offramp: Offramp | null): NonNullable<RequestStatusRead["fees"]> {
  if (!offramp) return [];
  const total = offramp.fees.map(({ amount }) => ratioOf(amount)).reduce(add, { n: 0n, d: 1n });
  if (total.n === 0n) return [];
  const { provider, sourceCurrency: currency } = offramp;
  return [{ type: "offramp", provider, amount: toDecimal(total, 18), currency }];
}

function add(a: Ratio, b: Ratio): Ratio {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

/** What really went to fee receivers, one line per type; empty while nothing is paid (RS-12). */
function feeLines(
  ctx: Ctx,
  row: RequestRow,
  inside: Record<"protocol" | "platform", bigint>,
  legs: readonly { type: (typeof feeLegs.$inferSelect)["type"]; paid: bigint }[],
): NonNullable<RequestStatusRead["fees"]> {
  const totals = { ...inside };
  for (const leg of legs) totals[feeTypeOf(leg)] += leg.paid;
  const token = paymentToken(row);
  return (["protocol", "platform"] as const)
    .filter((type) => totals[type] > 0n)
    .map((type) => ({
      type,
      provider: ctx.config.wire.network,
      amount: formatAmount(totals[type], token.decimals),
      currency: token.symbol,
    }));
}
