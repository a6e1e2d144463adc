import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters, zeroAddress } from "viem";
import type { Hex } from "@/server/chains/contract-addresses";
import { erc20Payment, spentBy } from "@/server/chains/evm/calldata";
import {
  type DestinationPayments,
  isShort,
  MAX_PAYMENTS,
  readProxyCall,
} from "@/server/chains/evm/crosschain/message";

/** What LI.FI's receiver does with the money of a deposit: our payments, and LI.FI's own name of the transfer. */
export interface LifiMessage extends DestinationPayments {
  transactionId: Hex;
}

const MESSAGE = parseAbiParameters([
  "bytes32 transactionId, SwapData[] calls, address receiver",
  "struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }",
]);

/**
 * The message of a LI.FI deposit (providers.md §1.6): each payment is one call of the fee proxy, which may take exactly
 * what the payment spends. The receiver gets what is left over, and everything where a call fails.
 */
export function lifiMessage({ transactionId, proxy, payments, fallbackRecipient }: LifiMessage): Hex {
  if (payments.length > MAX_PAYMENTS) throw new Error("a deposit pays more than its reader would read");
  return encoded(
    transactionId,
    payments.map((payment) => ({
      callTo: proxy,
      approveTo: proxy,
      sendingAssetId: payment.token,
      receivingAssetId: payment.token,
      fromAmount: spentBy(payment),
      callData: erc20Payment(proxy, payment).data,
      requiresDeposit: true,
    })),
    fallbackRecipient,
  );
}

/**
 * Reads a message of this form; null for every other, down to a single byte. Costs little whatever it is given. Two words of a call are LI.FI's to choose
 * and move nothing: the token that it is said to give, and whether it was paid for.
 */
export function readLifiMessage(message: Hex): LifiMessage | null {
  // Behind LI.FI's number of the transfer stands the start of its calls.
  if (!isShort(message, { 1: 0x60 })) return null;
  try {
    const [transactionId, calls, fallbackRecipient] = decodeAbiParameters(MESSAGE, message);
    const [first] = calls;
    if (!first || calls.length > MAX_PAYMENTS) return null;
    const proxy = first.callTo;
    const payments = calls.map(({ callData }) => readProxyCall(callData));
    const ours = payments.map((payment, i) => {
      const { receivingAssetId = zeroAddress, requiresDeposit = true } = calls[i] ?? {};
      return {
        callTo: proxy,
        approveTo: proxy,
        sendingAssetId: payment.token,
        receivingAssetId,
        fromAmount: spentBy(payment),
        callData: erc20Payment(proxy, payment).data,
        requiresDeposit,
      };
    });
    const isOfOneToken = payments.every(({ token }) => token === payments[0]?.token);
    const isSame = encoded(transactionId, ours, fallbackRecipient) === message.toLowerCase();
    return isOfOneToken && isSame ? { transactionId, proxy, payments, fallbackRecipient } : null;
  } catch {
    return null;
  }
}

type Calls = Parameters<typeof encodeAbiParameters<typeof MESSAGE>>[1][1];

function encoded(transactionId: Hex, calls: Calls, receiver: Hex): Hex {
  return encodeAbiParameters(MESSAGE, [transactionId, calls, receiver]);
}
