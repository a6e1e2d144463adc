/** A currency that an invoice may be written in but that no chain carries (behaviour.md CU-12). */
export interface FiatCurrency {
  id: string;
  symbol: string;
  name: string;
  /** Decimals of the ISO 4217 minor unit. On chain, fiat amounts have 8 decimals (onchain.md §9.2). */
  decimals: number;
}

/** The fiat invoice currencies (behaviour.md CU-12). Their IDs are bare codes (FM-12). */
export const FIAT_CURRENCIES: readonly FiatCurrency[] = [
  { id: "USD", symbol: "USD", name: "US Dollar", decimals: 2 },
  { id: "EUR", symbol: "EUR", name: "Euro", decimals: 2 },
  { id: "GBP", symbol: "GBP", name: "Pound Sterling", decimals: 2 },
  { id: "JPY", symbol: "JPY", name: "Yen", decimals: 0 },
  { id: "CNY", symbol: "CNY", name: "Yuan Renminbi", decimals: 2 },
];

/** The fiat currency with this code, in any letter case. */
export function fiatById(id: string): FiatCurrency | undefined {
  return FIAT_CURRENCIES.find((fiat) => fiat.id === id.toUpperCase());
}
