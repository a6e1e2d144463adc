import type { NetworkId } from "@/server/chains/networks";
import { isNetworkId } from "@/server/chains/networks";
import type { DepositRow } from "@/server/crosschain/record";
import { type Token, tokensOf } from "@/server/currencies/tokens";

/** The token that a deposit took from its payer. */
export function inputTokenOf({
  sourceNetwork,
  inputToken,
}: Pick<DepositRow, "sourceNetwork" | "inputToken">): Token {
  return tokenAt(networkOf(sourceNetwork), inputToken);
}

/** The token that is to reach the payee. */
export function outputTokenOf(row: Pick<DepositRow, "destinationNetwork" | "outputToken">): Token {
  return tokenAt(networkOf(row.destinationNetwork), row.outputToken);
}

function tokenAt(network: NetworkId, address: string): Token {
  const own = tokensOf(network).filter((token) => token.address?.toLowerCase() === address.toLowerCase());
  // USDT0 shares the contract of USDT on two networks.
  const token = own.find(({ symbol }) => symbol !== "USDT0") ?? own[0];
  if (!token) throw new Error(`a deposit names a token that ${network} does not have`);
  return token;
}

function networkOf(text: string): NetworkId {
  if (!isNetworkId(text)) throw new Error(`a deposit names the unknown network ${text}`);
  return text;
}
