import { featuresOf } from "@/server/chains/features";
import { NETWORK_IDS, NETWORKS } from "@/server/chains/networks";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import { nativeToken, type Token, tokenById, tokensOf } from "@/server/currencies/tokens";

/** Symbols of tokens that an invoice in another currency may be paid in; FAU exists on Sepolia only (behaviour.md CU-13). */
const PAYMENT_SYMBOLS = new Set(["USDC", "USDT", "DAI", "FAU"]);

/**
 * Payment currencies of a fiat invoice: rates are taken off chain, so every network has them (onchain.md §9.3). The
 * network's own coin is the last of each network, where a proxy takes it: of all of them its price moves most.
 */
export const PAYMENT_TOKENS: readonly Token[] = NETWORK_IDS.flatMap((network) => [
  ...tokensOf(network).filter((token) => PAYMENT_SYMBOLS.has(token.symbol)),
  ...(featuresOf(NETWORKS[network]).nativeCoin ? [nativeToken(network)] : []),
]);

/** Whether an invoice in this currency may be paid in a token: fiat anywhere, another token on its own network. */
export function isPaymentTokenFor(invoice: Pick<InvoiceCurrency, "id" | "isFiat">, token: Token): boolean {
  if (!PAYMENT_TOKENS.includes(token)) return false;
  return invoice.isFiat || tokenById(invoice.id)?.network === token.network;
}
