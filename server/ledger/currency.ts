import { isNetworkId } from "@/server/chains/networks";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { nativeToken, tokenByAddress } from "@/server/currencies/tokens";

/** A currency of the journal as people and files name it. */
export interface LedgerCurrency {
  /** The same for one token, however the journal came to it. */
  id: string;
  symbol: string;
  /** An amount of 1 is 10 to the power of this in base units; 0 for a token that nobody knows. */
  decimals: number;
}

/** What a currency of an entry is: the ID of one, or `<network>/<address>` of a token that was not asked for. */
export function ledgerCurrency(text: string): LedgerCurrency {
  const known = invoiceCurrencyById(text);
  if (known) return { id: known.id, symbol: known.symbol, decimals: known.decimals };
  const [network = "", address = ""] = text.split("/");
  if (!isNetworkId(network)) return { id: text, symbol: text, decimals: 0 };
  const token = address === "native" ? nativeToken(network) : tokenByAddress(network, address);
  return token ?? { id: text, symbol: text, decimals: 0 };
}
