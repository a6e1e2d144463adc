import { zeroAddress } from "viem";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import {
  type Deposit,
  depositCall,
  FILL_SECONDS,
  MAX_EXCLUSIVITY_SECONDS,
  QUOTE_SECONDS,
  readDeposit,
} from "@/server/chains/evm/crosschain/deposit";
import { paymentMessage, type TokenPayment, totalOf } from "@/server/chains/evm/crosschain/message";
import type { EvmNetwork } from "@/server/chains/networks";

/** A payment across chains as its payer was shown it, with the addresses of our own table. */
export interface ExpectedDeposit {
  source: EvmNetwork;
  destination: EvmNetwork;
  /** Who pays, and gets the money back on the source chain when nobody fills. */
  payer: Hex;
  inputToken: Hex;
  /** What the payer was shown that it costs, fees included: base units of the input token. */
  inputAmount: bigint;
  /** What is paid on the destination chain; the first is the payment itself, the others its fees. */
  payments: readonly TokenPayment[];
  /** Seconds since 1970 when the transaction is to be signed. */
  now: number;
}

/** What a quote decides freely, within bounds. */
export type FreeParts = Pick<
  Deposit,
  "exclusiveRelayer" | "exclusivitySeconds" | "quoteTimestamp" | "fillDeadline"
>;

/** The part of a deposit that is not what was asked for. */
export interface DepositProblem {
  part: string;
  expected: string;
  got: string;
}

export type VerifiedDeposit = { ok: true; deposit: Deposit } | { ok: false; problem: DepositProblem };

/** Soonest end of the time for filling: a relayer has to see the deposit final. */
const MIN_FILL_SECONDS = 60;
/** How far the clocks of a wallet's device and of a chain may stand apart. */
const CLOCK_SECONDS = 120;

/** The deposit that pays what is expected. Throws where a network of it has no Across, or nothing is to be paid. */
export function expectedDeposit(expected: ExpectedDeposit, free: FreeParts): Deposit {
  const { source, destination, payer, inputToken, inputAmount, payments } = expected;
  const [payment] = payments;
  const handler = destination.contracts.acrossHandler;
  if (!payment || !handler || !source.contracts.acrossSpokePool) {
    throw new Error(`no deposit from ${source.id} to ${destination.id}`);
  }
  return {
    depositor: payer,
    recipient: handler.address,
    inputToken,
    outputToken: payment.token,
    inputAmount,
    // Exactly what the calls take: nothing is left over but what a slow fill brings.
    outputAmount: totalOf(payments),
    destinationChainId: destination.chainId,
    ...free,
    message: paymentMessage({
      proxy: destination.contracts.erc20FeeProxy.address,
      payments,
      // XC-07: where the calls fail, the money reaches the payee all the same.
      fallbackRecipient: payment.payee,
    }),
  };
}

/**
 * Compares a transaction with the deposit that was asked for, by building that one and comparing bytes: recipient,
 * message down to payee, amount, reference and fee proxy, refund address. What a quote may decide is held to bounds.
 * Pure, so that the payer's page can do the same with its own clock.
 */
export function verifyDeposit(expected: ExpectedDeposit, call: Call): VerifiedDeposit {
  const spokePool = expected.source.contracts.acrossSpokePool?.address ?? zeroAddress;
  if (call.to.toLowerCase() !== spokePool.toLowerCase()) return refused("spokePool", spokePool, call.to);
  if (call.value !== 0n) return refused("value", "0", String(call.value));
  const offered = readDeposit(call.data);
  if (!offered) return refused("calldata", "a deposit of one form", call.data.slice(0, 10));
  const problem = boundsProblem(offered, expected.now);
  if (problem) return { ok: false, problem };
  const { exclusiveRelayer, exclusivitySeconds, quoteTimestamp, fillDeadline } = offered;
  const deposit = expectedDeposit(expected, {
    exclusiveRelayer,
    exclusivitySeconds,
    quoteTimestamp,
    fillDeadline,
  });
  if (depositCall(spokePool, deposit).data === call.data.toLowerCase()) return { ok: true, deposit };
  for (const part of PARTS) {
    const [want, got] = [textOf(deposit[part]), textOf(offered[part])];
    if (want !== got) return refused(part, want, got);
  }
  return refused("calldata", "the same bytes", "others");
}

const PARTS = [
  "depositor",
  "recipient",
  "inputToken",
  "outputToken",
  "inputAmount",
  "outputAmount",
  "destinationChainId",
  "message",
] as const satisfies readonly (keyof Deposit)[];

/** What is wrong with the times of a quote, or with who may fill it; null where nothing is. */
export function boundsProblem(free: FreeParts, now: number): DepositProblem | null {
  const { exclusiveRelayer, exclusivitySeconds, quoteTimestamp, fillDeadline } = free;
  const earliest = now - QUOTE_SECONDS;
  if (quoteTimestamp < earliest || quoteTimestamp > now + CLOCK_SECONDS) {
    return { part: "quoteTimestamp", expected: `${earliest} to ${now}`, got: String(quoteTimestamp) };
  }
  const [first, last] = [now + MIN_FILL_SECONDS, now + FILL_SECONDS + CLOCK_SECONDS];
  if (fillDeadline < first || fillDeadline > last) {
    return { part: "fillDeadline", expected: `${first} to ${last}`, got: String(fillDeadline) };
  }
  const isExclusive = BigInt(exclusiveRelayer) !== 0n;
  if (isExclusive !== exclusivitySeconds > 0 || exclusivitySeconds > MAX_EXCLUSIVITY_SECONDS) {
    const expected = `a relayer for at most ${MAX_EXCLUSIVITY_SECONDS} s, or none`;
    return { part: "exclusivity", expected, got: String(exclusivitySeconds) };
  }
  return null;
}

function textOf(value: string | number | bigint): string {
  return String(value).toLowerCase();
}

function refused(part: string, expected: string, got: string): VerifiedDeposit {
  return { ok: false, problem: { part, expected, got } };
}
