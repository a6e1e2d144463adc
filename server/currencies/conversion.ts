import { NETWORK_IDS } from "@/server/chains/networks";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import { type Token, tokenById, tokensOf } from "@/server/currencies/tokens";

/** Symbols that an invoice in another currency may be paid in; FAU exists on Sepolia only (behaviour.md CU-13). */
const PAYMENT_SYMBOLS = new Set(["USDC", "USDT", "DAI", "FAU"]);

/** Payment currencies of a fiat invoice: rates are taken off chain, so every network has them (onchain.md §9.3). */
export const PAYMENT_TOKENS: readonly Token[] = NETWORK_IDS.flatMap((network) =>
  tokensOf(network).filter((token) => PAYMENT_SYMBOLS.has(token.symbol)),
);

/** Whether an invoice in this currency may be paid in a token: fiat anywhere, another token on its own network. */
export function isPaymentTokenFor(invoice: Pick<InvoiceCurrency, "id" | "isFiat">, token: Token): boolean {
  if (!PAYMENT_TOKENS.includes(token)) return false;
  return invoice.isFiat || tokenById(invoice.id)?.network === token.network;
}
