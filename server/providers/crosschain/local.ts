import { zeroAddress } from "viem";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import type { BridgeAsked, BridgeProvider, BridgeQuote } from "@/server/providers/crosschain/provider";
import { quoteAt, sameWorth } from "@/server/providers/crosschain/terms";

/** Five basis points, which is what a real bridge takes between stablecoins, and a cent. */
const SHARE = 2_000n;
const CENT = 100n;
/** Long enough for a busy machine, short enough to be waited for. */
const FILL_SECONDS = 180;
/** The clock of a local chain lags where nothing is mined. */
const LAG_SECONDS = 300;

/** Quotes for local chains: a price like a real one, without asking anybody. The filler of `npm start` fills them. */
export function localBridge(now: () => Date): BridgeProvider {
  return {
    id: "local",
    canSwap: true,
    budget: null,
    quote: async (asked) => localQuote(asked, Math.floor(now().getTime() / 1_000)),
  };
}

function localQuote(asked: BridgeAsked, now: number): BridgeQuote {
  const { inputToken, outputToken, payments } = asked;
  const worth = sameWorth(totalOf(payments), outputToken, inputToken);
  const fee = worth / SHARE + 10n ** BigInt(inputToken.decimals) / CENT;
  const free = {
    exclusiveRelayer: zeroAddress,
    exclusivitySeconds: 0,
    quoteTimestamp: now - LAG_SECONDS,
    fillDeadline: now + FILL_SECONDS,
  };
  return quoteAt("local", asked, { inputAmount: worth + fee, free, seconds: 10 }, now);
}
