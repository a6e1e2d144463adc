import { keccak256 } from "viem";
import type { PaymentLog } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { addressIn, readFailedCalls, readLifiRecovered } from "@/server/chains/evm/crosschain/events";
import { readProxyCall } from "@/server/chains/evm/crosschain/message";
import type { RpcLog } from "@/server/chains/evm/rpc";

/**
 * The payment that a failed call was to make, as it happened instead: the handler gave all the money to its fallback
 * recipient (XC-07). `failed` and `drained` are events of the handler that follow each other. Null where they are not
 * of one message, or where it would have paid nothing through a known proxy.
 */
export function fallbackPayment(
  failed: RpcLog,
  drained: RpcLog,
  proxies: ReadonlyMap<string, unknown>,
): Omit<PaymentLog, "txHash" | "position" | "blockNumber" | "blockHash" | "logIndex"> | null {
  const [, recipient, token, amount] = drained.topics;
  const isSame = failed.transactionHash === drained.transactionHash && failed.topics[1] === recipient;
  if (!isSame || !recipient || !token || !amount) return null;
  const topic1 = firstReference(readFailedCalls(failed) ?? [], proxies);
  if (topic1 === null) return null;
  return { topic1, token: addressIn(token), recipient: addressIn(recipient), ...plainly(BigInt(amount)) };
}

/**
 * The same of a deposit that went through LI.FI. Its event does not say what the calls were: it names the transfer, and
 * which request that pays is known from the deposit alone. So `topic1` is LI.FI's ID of the transfer, not a reference.
 */
export function lifiFallbackPayment(log: RpcLog): ReturnType<typeof fallbackPayment> {
  const recovered = readLifiRecovered(log);
  if (!recovered) return null;
  const { transactionId, token, recipient, amount } = recovered;
  return { topic1: transactionId, token, recipient, ...plainly(amount), isOfLifi: true };
}

/** Without the payment call there is no fee and no conversion. */
const plainly = (amount: bigint) => ({
  amount,
  feeAmount: 0n,
  feeAddress: null,
  conversion: null,
  isFallback: true as const,
});

/** Of the payment itself: those of fees come after it. */
function firstReference(
  calls: readonly { target: Hex; callData: Hex }[],
  proxies: ReadonlyMap<string, unknown>,
): Hex | null {
  for (const { target, callData } of calls) {
    if (!proxies.has(target.toLowerCase())) continue;
    try {
      return keccak256(readProxyCall(callData).reference);
    } catch {
      return null;
    }
  }
  return null;
}
