import type { requests, transfers } from "@/db/schema";
import { invoiceCurrencyOf, isConverted } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { divide, multiply, ONE, type Ratio, ratioOf, toDecimal } from "@/server/lib/ratio";
import type { RATE_SOURCES } from "@/server/payments/schema";
import { RateSource } from "@/server/quotes/source";

type Request = Pick<typeof requests.$inferSelect, "id" | "invoiceCurrency" | "paymentCurrency">;
type Transfer = Pick<typeof transfers.$inferSelect, "amount" | "credited" | "rate" | "rateSources">;

/** How amounts of a request are written: in the currency it is written in, and in the one it is paid in. */
export function amountsOf(request: Request) {
  const invoice = invoiceCurrencyOf(request);
  const token = tokenById(request.paymentCurrency);
  if (!token) throw new Error(`request ${request.id} is paid in an unknown currency`);
  return {
    invoice,
    token,
    inInvoice: (units: bigint) => formatAmount(units, invoice.decimals),
    inToken: (units: bigint) => formatAmount(units, token.decimals),
  };
}

/** What a payment brought its request, base units of the invoice currency. */
export function creditOfRow({ credited, amount }: Pick<Transfer, "credited" | "amount">): bigint {
  return credited ?? amount;
}

/** Decimals of the inverse of a rate, and of amounts in USD. */
const INVERSE_DECIMALS = 18;
const USD_DECIMALS = 8;

/**
 * The fields of a payment that was converted (events.md §3.1): the source side is what the payer paid in, the
 * destination side the currency of the invoice. Null for one that was not.
 */
export function conversionFields(request: Request, transfer: Transfer) {
  if (!isConverted(request) || transfer.credited === null) return null;
  const { inInvoice, inToken } = amountsOf(request);
  return {
    conversionRate: transfer.rate,
    conversionRateSource: transfer.rate,
    conversionRateDestination:
      transfer.rate === null ? null : toDecimal(divide(ONE, ratioOf(transfer.rate)), INVERSE_DECIMALS),
    convertedAmountSource: inToken(transfer.amount),
    convertedAmountDestination: inInvoice(transfer.credited),
    rateProvider: providerOf(sourcesOfRow(transfer)),
  };
}

export function sourcesOfRow({ rateSources }: Pick<Transfer, "rateSources">): RateSource[] {
  return rateSources === null ? [] : RateSource.array().parse(rateSources);
}

/** Who stands behind a rate, in the words of the wire: the source whose value it is (CU-14). */
export function providerOf(sources: readonly Pick<RateSource, "name">[]): (typeof RATE_SOURCES)[number] {
  return sources[0]?.name.startsWith("chainlink") ? "chainlink" : "unknown";
}

/** What an amount in the invoice currency is in USD by what these sources said; null where they do not say. */
export function inUsd(
  units: bigint,
  request: Request,
  sources: readonly Pick<RateSource, "currency" | "usd">[],
): string | null {
  const { symbol, decimals } = invoiceCurrencyOf(request);
  const said = sources.find(({ currency }) => currency === symbol);
  const price: Ratio | null = symbol === "USD" ? ONE : said ? ratioOf(said.usd) : null;
  if (!price) return null;
  return toDecimal(multiply({ n: units, d: 10n ** BigInt(decimals) }, price), USD_DECIMALS);
}
