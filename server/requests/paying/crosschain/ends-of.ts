import type { BridgeQuote } from "@/server/providers/crosschain/provider";
import type { Quotes } from "@/server/requests/paying/due";

/**
 * When deposits end, in Unix seconds: with the price or the deadline of the first bridge, and never after a rate that was
 * promised for what they pay: a Safe whose owners sign later would pay less than it was asked for.
 */
export function endsOf(
  legs: readonly Pick<BridgeQuote, "expiresAt" | "executableUntil">[],
  quotes: Quotes,
): { quoteExpiresAt: number; executionDeadline: number } {
  const promised = [...quotes.values()].map(({ expiresAt }) => Math.floor(expiresAt.getTime() / 1_000));
  return {
    quoteExpiresAt: Math.min(...legs.map(({ expiresAt }) => expiresAt), ...promised),
    executionDeadline: Math.min(...legs.map(({ executableUntil }) => executableUntil), ...promised),
  };
}
