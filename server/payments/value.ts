import type { MISMATCH_REASONS, VALUATIONS } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import { addressBytes } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { coinHash, currencyHash } from "@/server/currencies/currency-hash";
import { type InvoiceCurrency, invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { rateText } from "@/server/quotes/rate";
import type { RateSource } from "@/server/quotes/source";

/** What a payment towards a request in another currency is worth, and why. */
export interface Value {
  /** Base units of the invoice currency; null where it is not credited. */
  credited: bigint | null;
  valuation: (typeof VALUATIONS)[number] | null;
  quoteId: string | null;
  /** Units of the token for one of the invoice currency; null where an operator decided. */
  rate: string | null;
  rateSources: RateSource[] | null;
  /** Why it is not credited; null where it is. */
  mismatch: (typeof MISMATCH_REASONS)[number] | null;
}

/** Held until somebody knows what it is worth. */
export const UNVALUED: Value = {
  credited: null,
  valuation: null,
  quoteId: null,
  rate: null,
  rateSources: null,
  mismatch: "unvalued",
};

/** The two currencies of a converted request. */
export interface Conversion {
  invoice: InvoiceCurrency;
  token: Token;
}

/** Null for a request that is paid in the currency it is written in, and for currencies nobody knows. */
export function conversionOf(request: {
  invoiceCurrency: string;
  paymentCurrency: string;
}): Conversion | null {
  const invoice = invoiceCurrencyById(request.invoiceCurrency);
  const token = tokenById(request.paymentCurrency);
  if (!invoice || !token || invoice.id === token.id) return null;
  return { invoice, token };
}

/** What is worth less than a base unit of the invoice currency is dust that counts for nothing. */
export function valued(value: Omit<Value, "mismatch"> & { credited: bigint }): Value {
  if (value.credited === 0n) return { ...UNVALUED, mismatch: "zero_amount" };
  return { ...value, mismatch: null };
}

/**
 * A payment that was converted by a public conversion contract: credited with what its event says, of a token that
 * takes a fee on its way with as much less as arrived less (onchain.md §7). `amount` is what arrived, base units. The
 * event has to speak of the invoice currency.
 */
export function valueOfEvent(
  { invoice, token }: Conversion,
  log: Pick<PaymentLog, "amount" | "conversion">,
  amount: bigint,
): Value | null {
  const { conversion } = log;
  if (!conversion) return null;
  if (conversion.currency !== hashOf(invoice)) return { ...UNVALUED, mismatch: "conversion_mismatch" };
  const credited = amount === log.amount ? conversion.amount : (conversion.amount * amount) / log.amount;
  const [n, d] = [amount * 10n ** BigInt(invoice.decimals), credited * 10n ** BigInt(token.decimals)];
  return valued({
    credited,
    valuation: "conversion_event",
    quoteId: null,
    rate: credited === 0n ? null : rateText({ n, d }),
    rateSources: null,
  });
}

/** What stands for a currency in conversion events: of a token its address (onchain.md §9.1). */
function hashOf({ id, symbol, isFiat }: InvoiceCurrency): string {
  if (isFiat) return currencyHash("ISO4217", symbol);
  const token = tokenById(id);
  if (!token) return "";
  const { address, network } = token;
  if (address === null) return coinHash(network);
  return addressBytes(NETWORKS[network].family, address).toLowerCase();
}
