import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import { listOf, objectOf } from "@/components/pay/safety/parse";
import { requireSigned } from "@/components/pay/safety/signed-quotes";
import { NETWORKS } from "@/server/chains/networks";
import { type InvoiceCurrency, invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import { paymentFor } from "@/server/quotes/rate";
import type { PageItem } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment, ShownQuote } from "@/server/secure-payments/page/shown-schema";

/**
 * Holds what would leave the wallet to the quote it follows from: signed by the service, for this wallet, and the
 * amount is what the rate makes of the invoice, rounded up to a base unit (`server/quotes/rate.ts`). Throws
 * `Mismatch`; a payment in the token itself has no quote and passes.
 */
export function requireQuotedAmount(shown: ShownPayment): void {
  const { quote, legs, payer } = shown;
  if (quote === null) return;
  requireSigned(quote);
  const [leg, ...others] = legs;
  if (shown.kind !== "single" || !leg || others.length > 0 || leg.role !== "payment" || leg.fee !== null) {
    throw new Mismatch("quote", "one payment without fees", shown.kind);
  }
  requireSame("quote", leg.currency, quote.paymentCurrency);
  requireSame("quote", payer === null ? null : keyOf(shown, payer), quote.payer);
  requireSame("amount", String(requireRate(quote)), leg.amount);
}

/** What the rate of a quote makes of its invoice, base units of the token. Throws `Mismatch` where the quote says something else. */
export function requireRate(quote: ShownQuote): bigint {
  const token = tokenById(quote.paymentCurrency);
  const invoice = invoiceCurrencyById(quote.invoiceCurrency);
  if (!token || !invoice) throw new Mismatch("quote", "known currencies", quote.invoiceCurrency);
  const scales = { invoiceDecimals: invoice.decimals, paymentDecimals: token.decimals };
  const due = paymentFor(parseAmount(quote.invoiceAmount, invoice.decimals), quote.rate, scales);
  requireSame("quote", String(due), String(parseAmount(quote.paymentAmount, token.decimals)));
  if (Date.parse(quote.expiresAt) <= Date.parse(quote.createdAt)) {
    throw new Mismatch("quote", `an end after ${quote.createdAt}`, quote.expiresAt);
  }
  return due;
}

/** A wallet as a quote names it. */
function keyOf({ network }: ShownPayment, address: string): string {
  return NETWORKS[network].family === "evm" ? address.toLowerCase() : address;
}

/** Holds a quote to the payment that the page draws. Throws `Mismatch`. */
export function requireQuoteOfItem({ quote, legs }: ShownPayment, { invoice, requestId }: PageItem): void {
  if (invoice === null) {
    requireSame("quote", true, quote === null);
    return;
  }
  requireKnown(invoice);
  if (quote === null) {
    for (const { amount } of legs) requireSame("amount", "0", amount);
    return;
  }
  requireSame("quote", requestId, quote.requestId);
  requireAsked(invoice, quote);
}

/** Throws `Mismatch` for a quote of another currency, or of more than is asked for. */
export function requireAsked(
  { currency, decimals, amount }: Pick<NonNullable<PageItem["invoice"]>, "currency" | "decimals" | "amount">,
  { invoiceCurrency, invoiceAmount }: ShownQuote,
): void {
  requireSame("quote", currency, invoiceCurrency);
  const quoted = parseAmount(invoiceAmount, decimals);
  if (quoted > BigInt(amount)) throw new Mismatch("amount", `at most ${amount}`, quoted);
}

/** A symbol and decimals are how a payer reads an amount. */
function requireKnown({ currency, symbol, decimals }: InvoiceShown): InvoiceCurrency {
  const known = invoiceCurrencyById(currency);
  if (!known) throw new Mismatch("quote", "a known currency", currency);
  requireSame("quote", known.symbol, symbol);
  requireSame("quote", known.decimals, decimals);
  return known;
}

type InvoiceShown = NonNullable<PageItem["invoice"]>;

const TEXTS = [
  "id",
  "requestId",
  "payer",
  "invoiceCurrency",
  "invoiceAmount",
  "paymentCurrency",
  "paymentAmount",
  "rate",
  "createdAt",
  "expiresAt",
  "signature",
] as const;
const SOURCE_TEXTS = ["name", "currency", "usd", "time"] as const;

/** Holds the quote of an answer of `/pay` to the one that is shown, field by field. Throws `Mismatch`. */
export function requireSameQuote(shown: ShownQuote | null, got: unknown): void {
  if (shown === null) {
    if (got !== undefined) throw new Mismatch("quote", "no quote", "one");
    return;
  }
  const parts = objectOf("quote", got, [...TEXTS, "sources"]);
  for (const name of TEXTS) requireSame("quote", shown[name], parts[name]);
  const sources = listOf("sources", parts.sources);
  requireSame("quote", shown.sources.length, sources.length);
  for (const [index, source] of shown.sources.entries()) {
    const other = objectOf("source", sources[index], SOURCE_TEXTS, ["round"]);
    for (const name of SOURCE_TEXTS) requireSame("quote", source[name], other[name]);
    requireSame("quote", source.round, other.round ?? "");
  }
}
