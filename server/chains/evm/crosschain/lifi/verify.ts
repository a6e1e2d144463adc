import { decodeFunctionData, encodeFunctionData, pad, slice, zeroAddress } from "viem";
import { lifiDiamondAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import type { Deposit } from "@/server/chains/evm/crosschain/deposit";
import { readLifiMessage } from "@/server/chains/evm/crosschain/lifi/message";
import { MAX_MESSAGE_BYTES, type TokenPayment, totalOf } from "@/server/chains/evm/crosschain/message";
import {
  boundsProblem,
  type DepositProblem,
  type ExpectedDeposit,
  type FreeParts,
} from "@/server/chains/evm/crosschain/verify";

export type LifiVerified =
  | { ok: true; free: FreeParts; transactionId: Hex }
  | { ok: false; problem: DepositProblem };

/** What LI.FI may choose, beside its number of the transfer and the times. */
export interface LifiAllowed {
  /** Null where any name will do. */
  integrator: string | null;
  /** Base units of the output token that the input is worth: nobody fills a deposit that brings more. */
  mostArrives: bigint;
}

/** What LI.FI lets its users be called. It only counts them by it. */
export const INTEGRATOR = /^[A-Za-z0-9._-]{1,23}$/;

/**
 * Compares a transaction of LI.FI's diamond, part by part, with what was asked for: the payer's token and amount, the
 * chain, Across as the bridge, refunds to the payer, LI.FI's own receiver on the destination, and in the message nothing
 * but our calls of the fee proxy with the payee as the one who gets what is left. Calldata of any other entry point is
 * refused, and so is every byte beyond these parts. Pure, so that the payer's page does the same with its own clock.
 */
export function verifyLifi(expected: ExpectedDeposit, call: Call, allowed: LifiAllowed): LifiVerified {
  try {
    return verify(expected, call, allowed);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    return {
      ok: false,
      problem: { part: "calldata", expected: "a deposit into Across", got: call.data.slice(0, 10) },
    };
  }
}

function verify(
  expected: ExpectedDeposit,
  call: Call,
  { integrator, mostArrives }: LifiAllowed,
): LifiVerified {
  const { source, destination, payer, inputToken, inputAmount, payments, now } = expected;
  const [payment] = payments;
  const diamond = source.contracts.lifiRouter?.address ?? zeroAddress;
  const receiver = destination.contracts.lifiReceiver?.address ?? zeroAddress;
  requireSame("diamond", diamond, call.to);
  requireSame("value", 0n, call.value);
  if (!payment || receiver === zeroAddress) throw new Refused("destination", "a receiver of LI.FI", "none");
  const { bridge, across } = partsOf(call.data);

  requireSame("bridge", "across", bridge.bridge.toLowerCase().replace(/v4$/, ""));
  if (integrator === null && !INTEGRATOR.test(bridge.integrator)) {
    throw new Refused("integrator", "a short name", bridge.integrator.slice(0, 40));
  }
  if (integrator !== null) requireSame("integrator", integrator, bridge.integrator);
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
  if (across.outputAmount > mostArrives) {
    throw new Refused("outputAmount", `at most ${mostArrives}`, String(across.outputAmount));
  }
  const free = {
    exclusiveRelayer: slice(across.exclusiveRelayer, 12),
    exclusivitySeconds: across.exclusivityParameter,
    quoteTimestamp: across.quoteTimestamp,
    fillDeadline: across.fillDeadline,
  };
  requireSame("exclusiveRelayer", pad(free.exclusiveRelayer), across.exclusiveRelayer);
  const problem = boundsProblem(free, now);
  if (problem) return { ok: false, problem };
  requireOurPayments(expected, across.message, bridge.transactionId);
  return { ok: true, free, transactionId: bridge.transactionId };
}

/** The deposit that a transaction of the diamond makes; null for any other calldata, and for any further byte. */
export function lifiDeposit(data: Hex): Deposit | null {
  try {
    const { bridge, across } = partsOf(data);
    return {
      depositor: slice(across.refundAddress, 12),
      recipient: slice(across.receiverAddress, 12),
      inputToken: bridge.sendingAssetId,
      outputToken: slice(across.receivingAssetId, 12),
      inputAmount: bridge.minAmount,
      outputAmount: across.outputAmount,
      destinationChainId: Number(bridge.destinationChainId),
      exclusiveRelayer: slice(across.exclusiveRelayer, 12),
      exclusivitySeconds: across.exclusivityParameter,
      quoteTimestamp: across.quoteTimestamp,
      fillDeadline: across.fillDeadline,
      message: across.message,
    };
  } catch {
    return null;
  }
}

/** The message, and beside it the words of both structs and two short names. */
const MAX_CALL_BYTES = MAX_MESSAGE_BYTES + 2_048;

/** Throws for calldata that is not this entry point's, or has a byte beyond it. */
function partsOf(data: Hex) {
  if (data.length > 2 + 2 * MAX_CALL_BYTES) throw new Refused("calldata", "a short call", "a long one");
  const { functionName, args } = decodeFunctionData({ abi: lifiDiamondAbi, data });
  const [bridge, across] = args;
  requireSame("calldata", encodeFunctionData({ abi: lifiDiamondAbi, functionName, args }), data);
  return { bridge, across };
}

/** The message is ours byte for byte, apart from the two words that LI.FI chooses. */
function requireOurPayments(
  { destination, payments }: ExpectedDeposit,
  message: Hex,
  transactionId: Hex,
): void {
  const read = readLifiMessage(message);
  if (!read) throw new Refused("message", "calls that pay", "others");
  requireSame("transactionId", transactionId, read.transactionId);
  requireSame("proxy", destination.contracts.erc20FeeProxy.address, read.proxy);
  requireSame("calls", BigInt(payments.length), BigInt(read.payments.length));
  for (const [i, payment] of payments.entries()) {
    const theirs = read.payments[i];
    if (theirs) requireSamePayment(payment, theirs);
  }
  requireSame("fallback", payments[0]?.payee ?? zeroAddress, read.fallbackRecipient);
}

function requireSamePayment(ours: TokenPayment, theirs: TokenPayment): void {
  requireSame("token", ours.token, theirs.token);
  requireSame("payee", ours.payee, theirs.payee);
  requireSame("amount", ours.amount, theirs.amount);
  requireSame("reference", ours.reference, theirs.reference);
  requireSame("feeAmount", ours.fee?.amount ?? 0n, theirs.fee?.amount ?? 0n);
  requireSame("feeAddress", ours.fee?.address ?? zeroAddress, theirs.fee?.address ?? zeroAddress);
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
