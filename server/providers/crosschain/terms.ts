import { zeroAddress } from "viem";
import { depositCall, QUOTE_SECONDS } from "@/server/chains/evm/crosschain/deposit";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import { boundsProblem, expectedDeposit, type FreeParts } from "@/server/chains/evm/crosschain/verify";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeProviderId,
  type BridgeQuote,
  type BridgeToken,
  NoRoute,
} from "@/server/providers/crosschain/provider";

/** How long a price is good for (providers.md §1.1). */
const QUOTE_LIVES_SECONDS = 60;
/** Above this a bridge's fee is no fee: 5 %, or 5 dollars where that is more. */
const MAX_FEE_SHARE = 20n;
const MAX_FEE_USD = 5n;

/** An amount of one token in the base units of another, of the same worth, rounded up. */
export function sameWorth(
  amount: bigint,
  from: Pick<BridgeToken, "decimals">,
  to: Pick<BridgeToken, "decimals">,
): bigint {
  const [up, down] = [10n ** BigInt(to.decimals), 10n ** BigInt(from.decimals)];
  return (amount * up + down - 1n) / down;
}

/** Throws `NoRoute` for what no payer should sign: more than is paid with an absurd fee, or less than is paid. */
export function requireFairPrice(
  { inputToken, outputToken, payments }: BridgeAsked,
  inputAmount: bigint,
): void {
  const worth = sameWorth(totalOf(payments), outputToken, inputToken);
  if (inputAmount < worth) throw new BridgeFault("asks for less than it has to bring");
  const fee = inputAmount - worth;
  const floor = MAX_FEE_USD * 10n ** BigInt(inputToken.decimals);
  const most = worth / MAX_FEE_SHARE > floor ? worth / MAX_FEE_SHARE : floor;
  if (fee > most) throw new NoRoute("too_expensive", "the bridge's fee is out of all proportion");
}

/** Builds the deposit at these terms. Throws `BridgeFault` for terms that no pool would take. */
export function quoteAt(
  provider: BridgeProviderId,
  asked: BridgeAsked,
  terms: { inputAmount: bigint; free: FreeParts; seconds: number },
  now: number,
): BridgeQuote {
  requireFairPrice(asked, terms.inputAmount);
  const problem = boundsProblem(terms.free, now);
  if (problem) throw new BridgeFault(`${problem.part}: expected ${problem.expected}, got ${problem.got}`);
  const pool = asked.source.contracts.acrossSpokePool?.address ?? zeroAddress;
  const { source, destination, payer, payments } = asked;
  const deposit = expectedDeposit(
    {
      source,
      destination,
      payer,
      inputToken: asked.inputToken.address,
      inputAmount: terms.inputAmount,
      payments,
      now,
    },
    terms.free,
  );
  return {
    provider,
    inputAmount: terms.inputAmount,
    spender: pool,
    recipient: deposit.recipient,
    call: depositCall(pool, deposit),
    ...expiryOf(terms.free, now),
    fillDeadline: deposit.fillDeadline,
    seconds: terms.seconds,
  };
}

/** PC-07: the price for a minute, and never longer than the pool takes the deposit. */
export function expiryOf(
  { quoteTimestamp, fillDeadline }: Pick<FreeParts, "quoteTimestamp" | "fillDeadline">,
  now: number,
): Pick<BridgeQuote, "expiresAt" | "executableUntil"> {
  const executableUntil = Math.min(quoteTimestamp + QUOTE_SECONDS, fillDeadline);
  return { expiresAt: Math.min(now + QUOTE_LIVES_SECONDS, executableUntil), executableUntil };
}
