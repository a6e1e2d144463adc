import { encodeFunctionData, prepareEncodeFunctionData, zeroAddress } from "viem";
import { spokePoolAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import { argumentsOf, type Call } from "@/server/chains/evm/calldata";

/**
 * A deposit into Across' pool on the source chain (providers.md §2.1). Amounts are base units of their own token, times
 * are seconds since 1970.
 */
export interface Deposit {
  /** Gets the money back on the source chain when nobody fills the deposit in time. */
  depositor: Hex;
  recipient: Hex;
  inputToken: Hex;
  outputToken: Hex;
  inputAmount: bigint;
  outputAmount: bigint;
  destinationChainId: number;
  /** Alone may fill it for the first `exclusivitySeconds`; the zero address where everybody may. */
  exclusiveRelayer: Hex;
  exclusivitySeconds: number;
  quoteTimestamp: number;
  fillDeadline: number;
  message: Hex;
}

/** The pool refuses a deposit whose quote is older, and one that may be filled later than this (providers.md §2.2). */
export const QUOTE_SECONDS = 3_600;
export const FILL_SECONDS = 21_600;

/** Longer than any relayer needs. Whoever is the only one to fill and does not, delays the payment or its refund. */
export const MAX_EXCLUSIVITY_SECONDS = 600;

const DEPOSIT = prepareEncodeFunctionData({ abi: spokePoolAbi, functionName: "depositV3" });

/** The transaction that makes a deposit. */
export function depositCall(spokePool: Hex, deposit: Deposit): Call {
  const data = encodeFunctionData({
    ...DEPOSIT,
    args: [
      deposit.depositor,
      deposit.recipient,
      deposit.inputToken,
      deposit.outputToken,
      deposit.inputAmount,
      deposit.outputAmount,
      BigInt(deposit.destinationChainId),
      deposit.exclusiveRelayer,
      deposit.quoteTimestamp,
      deposit.fillDeadline,
      deposit.exclusivitySeconds,
      deposit.message,
    ],
  });
  return { to: spokePool, data, value: 0n };
}

/** Reads the calldata of `depositCall`; null for any other, down to a single byte. */
export function readDeposit(data: Hex): Deposit | null {
  try {
    const args = argumentsOf(DEPOSIT, data);
    if (!args) return null;
    const [depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, chainId, ...rest] = args;
    const [exclusiveRelayer, quoteTimestamp, fillDeadline, exclusivitySeconds, message] = rest;
    const deposit: Deposit = {
      depositor,
      recipient,
      inputToken,
      outputToken,
      inputAmount,
      outputAmount,
      destinationChainId: Number(chainId),
      exclusiveRelayer,
      exclusivitySeconds,
      quoteTimestamp,
      fillDeadline,
      message,
    };
    return depositCall(zeroAddress, deposit).data === data.toLowerCase() ? deposit : null;
  } catch {
    return null;
  }
}
