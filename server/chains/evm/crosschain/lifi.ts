import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Call, erc20Payment, spentBy } from "@/server/chains/evm/calldata";
import { addressIn } from "@/server/chains/evm/crosschain/events";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import {
  boundsProblem,
  type DepositProblem,
  type ExpectedDeposit,
  type FreeParts,
} from "@/server/chains/evm/crosschain/verify";

/** LI.FI's entry point for deposits into Across without a swap before (providers.md §1.6). */
export const lifiAbi = /* @__PURE__ */ parseAbi([
  "struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }",
  "struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }",
  "function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossV4Data acrossData) payable",
]);

const MESSAGE = /* @__PURE__ */ parseAbiParameters([
  "bytes32 transactionId, SwapData[] calls, address receiver",
  "struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }",
]);

export type LifiVerified =
  | { ok: true; free: FreeParts; transactionId: Hex }
  | { ok: false; problem: DepositProblem };

/**
 * Compares a transaction of LI.FI's diamond, part by part, with what was asked for: the payer's token and amount, the
 * chain, Across as the bridge, refunds to the payer, LI.FI's own receiver on the destination, and in the message nothing
 * but our calls of the fee proxy with the payee as the one who gets what is left. Calldata of any other entry point is
 * refused, and so is every byte beyond these parts.
 */
export function verifyLifi(expected: ExpectedDeposit, call: Call, integrator: string): LifiVerified {
  try {
    return verify(expected, call, integrator);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    return {
      ok: false,
      problem: { part: "calldata", expected: "a deposit into Across", got: call.data.slice(0, 10) },
    };
  }
}

function verify(expected: ExpectedDeposit, call: Call, integrator: string): LifiVerified {
  const { source, destination, payer, inputToken, inputAmount, payments, now } = expected;
  const [payment] = payments;
  const diamond = source.contracts.lifiRouter?.address ?? zeroAddress;
  const receiver = destination.contracts.lifiReceiver?.address ?? zeroAddress;
  requireSame("diamond", diamond, call.to);
  requireSame("value", 0n, call.value);
  if (!payment || receiver === zeroAddress) throw new Refused("destination", "a receiver of LI.FI", "none");
  const { functionName, args } = decodeFunctionData({ abi: lifiAbi, data: call.data });
  const [bridge, across] = args;
  const canonical = encodeFunctionData({ abi: lifiAbi, functionName, args });
  requireSame("calldata", canonical, call.data);

  requireSame("bridge", "across", bridge.bridge.toLowerCase().replace(/v4$/, ""));
  requireSame("integrator", integrator, bridge.integrator);
  requireSame("referrer", zeroAddress, bridge.referrer);
  requireSame("sendingAssetId", inputToken, bridge.sendingAssetId);
  requireOneOf("receiver", [payment.payee, receiver], bridge.receiver);
  requireSame("minAmount", inputAmount, bridge.minAmount);
  requireSame("destinationChainId", BigInt(destination.chainId), bridge.destinationChainId);
  requireSame("hasSourceSwaps", false, bridge.hasSourceSwaps);
  requireSame("hasDestinationCall", true, bridge.hasDestinationCall);

  requireSame("receiverAddress", pad(receiver), across.receiverAddress);
  requireSame("refundAddress", pad(payer), across.refundAddress);
  requireSame("acrossSendingAssetId", pad(inputToken), across.sendingAssetId);
  requireSame("receivingAssetId", pad(payment.token), across.receivingAssetId);
  if (across.outputAmount < totalOf(payments)) {
    throw new Refused("outputAmount", `at least ${totalOf(payments)}`, String(across.outputAmount));
  }
  const free = {
    exclusiveRelayer: addressIn(across.exclusiveRelayer),
    exclusivitySeconds: across.exclusivityParameter,
    quoteTimestamp: across.quoteTimestamp,
    fillDeadline: across.fillDeadline,
  };
  const problem = boundsProblem(free, now);
  if (problem) return { ok: false, problem };
  requireOurCalls(expected, across.message, bridge.transactionId);
  return { ok: true, free, transactionId: bridge.transactionId };
}

/** The message is ours byte for byte, apart from what the output of a call may be called. */
function requireOurCalls({ destination, payments }: ExpectedDeposit, message: Hex, transactionId: Hex): void {
  const proxy = destination.contracts.erc20FeeProxy.address;
  const [id, calls, receiver] = decodeAbiParameters(MESSAGE, message);
  requireSame("message", encodeAbiParameters(MESSAGE, [id, calls, receiver]), message);
  requireSame("transactionId", transactionId, id);
  requireSame("fallback", payments[0]?.payee ?? zeroAddress, receiver);
  requireSame("calls", BigInt(payments.length), BigInt(calls.length));
  for (const [i, call] of calls.entries()) {
    const payment = payments[i];
    if (!payment) continue;
    requireSame("callTo", proxy, call.callTo);
    requireSame("approveTo", proxy, call.approveTo);
    requireSame("callSendingAssetId", payment.token, call.sendingAssetId);
    requireOneOf("callReceivingAssetId", [payment.token, zeroAddress], call.receivingAssetId);
    requireSame("callAmount", spentBy(payment), call.fromAmount);
    requireSame("call", erc20Payment(proxy, payment).data, call.callData);
  }
}

class Refused extends Error {
  readonly problem: DepositProblem;

  constructor(part: string, expected: string, got: string) {
    super(part);
    this.problem = { part, expected, got };
  }
}

function requireSame(
  part: string,
  expected: string | bigint | boolean,
  got: string | bigint | boolean,
): void {
  requireOneOf(part, [expected], got);
}

function requireOneOf(
  part: string,
  expected: readonly (string | bigint | boolean)[],
  got: string | bigint | boolean,
): void {
  const text = (value: string | bigint | boolean) => String(value).toLowerCase();
  if (!expected.some((one) => text(one) === text(got)))
    throw new Refused(part, expected.join(" or "), String(got));
}
