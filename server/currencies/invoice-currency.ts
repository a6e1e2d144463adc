import { fiatById } from "@/server/currencies/fiat";
import { type Token, tokenById } from "@/server/currencies/tokens";

/** Decimals of an amount in fiat, as on chain (onchain.md §9.2); its minor unit has fewer. */
const FIAT_DECIMALS = 8;

/** The currency that a request is written in. */
export interface InvoiceCurrency {
  id: string;
  symbol: string;
  /** Of a stored amount. */
  decimals: number;
  /** That people write at most: 2 of EUR, none of JPY, all of a token. */
  shownDecimals: number;
  isFiat: boolean;
}

/** The currency with this ID; undefined for one that no request can be written in. */
export function invoiceCurrencyById(id: string): InvoiceCurrency | undefined {
  const fiat = fiatById(id);
  if (fiat) {
    const { symbol, decimals } = fiat;
    return { id: fiat.id, symbol, decimals: FIAT_DECIMALS, shownDecimals: decimals, isFiat: true };
  }
  const token = tokenById(id);
  return token && currencyOf(token);
}

/** A token as the currency that a request is written in. */
export function currencyOf({ id, symbol, decimals }: Token): InvoiceCurrency {
  return { id, symbol, decimals, shownDecimals: decimals, isFiat: false };
}

/** The currency of a stored request. Throws for one that is unknown, which no request has. */
export function invoiceCurrencyOf(request: { id: string; invoiceCurrency: string }): InvoiceCurrency {
  const currency = invoiceCurrencyById(request.invoiceCurrency);
  if (!currency) throw new Error(`request ${request.id} is written in an unknown currency`);
  return currency;
}

/** Whether a request is paid in another currency than it is written in. */
export function isConverted(request: { invoiceCurrency: string; paymentCurrency: string }): boolean {
  return request.invoiceCurrency !== request.paymentCurrency;
}
