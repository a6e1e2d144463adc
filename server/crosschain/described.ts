import { totalOf } from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";
import type { NetworkId } from "@/server/chains/networks";
import { isNetworkId } from "@/server/chains/networks";
import type { DepositRow } from "@/server/crosschain/deposit-row";
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

/**
 * What of a deposit reaches the payee, base units of the output token: not what its message pays to anybody else. The
 * message is the depositor's, and may pay a stranger's fee. It was decoded when the deposit was recorded; in rows from
 * before that was kept, here.
 */
export function payeesShareOf({
  payeeAmount,
  message,
  outputAmount,
}: Pick<DepositRow, "payeeAmount" | "message" | "outputAmount">): bigint {
  if (payeeAmount !== null) return payeeAmount;
  const read = readCrosschainMessage(`0x${message.slice(2)}`);
  const [first] = read?.payments ?? [];
  if (!read || !first) throw new Error("a deposit was recorded that pays nobody");
  return outputAmount - (totalOf(read.payments) - first.amount);
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
