import { totalOf } from "@/server/chains/evm/crosschain/message";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { acrossBridge } from "@/server/providers/crosschain/across";
import { Breaker } from "@/server/providers/crosschain/breaker";
import { lifiHttp } from "@/server/providers/crosschain/lifi/api";
import { lifiBridge } from "@/server/providers/crosschain/lifi/bridge";
import { lifiSandbox } from "@/server/providers/crosschain/lifi/sandbox";
import { localBridge } from "@/server/providers/crosschain/local";
import {
  type BridgeAsked,
  BridgeFault,
  type BridgeProvider,
  type BridgeQuote,
  type Bridges,
} from "@/server/providers/crosschain/provider";
import { RecentQuotes } from "@/server/providers/crosschain/recent-quotes";
import type { BridgeSettings } from "@/server/providers/crosschain/settings";
import { sameWorth } from "@/server/providers/crosschain/terms";

/** Before anybody was asked: ten basis points, and what the call costs on the destination, in cents. */
const USUAL_SHARE = 1_000n;
const USUAL_CALL_CENTS = 5n;
/** How long the fee of a route is believed for lists. */
const FEE_MS = 10 * 60_000;

/** The provider as configured, behind a breaker. Nothing is contacted before it is used. */
export function connectBridges(
  settings: BridgeSettings,
  now: () => Date,
  onFault: (fault: BridgeFault) => void = () => {},
): Bridges {
  return bridgesOf(providerOf(settings, now), now, onFault);
}

function providerOf(settings: BridgeSettings, now: () => Date): BridgeProvider | null {
  if (settings.provider === "local") return localBridge(now);
  if (settings.provider === "lifi") {
    const { lifi } = settings;
    const api = lifi.url === "sandbox" ? lifiSandbox(now) : lifiHttp({ ...lifi, url: lifi.url });
    return lifiBridge(api, { integrator: lifi.integrator, hasKey: lifi.key !== null }, now);
  }
  return settings.provider === "across" ? acrossBridge(settings.across, now) : null;
}

export function bridgesOf(
  provider: BridgeProvider | null,
  now: () => Date,
  onFault: (fault: BridgeFault) => void = () => {},
): Bridges {
  const time = () => now().getTime();
  const breaker = new Breaker(time);
  const recent = new RecentQuotes(time);
  const fees = new Map<string, { share: bigint; until: number }>();
  return {
    provider,
    isAvailable: () => provider !== null && !breaker.isOpen,
    estimatedFee(asked, amount) {
      const known = fees.get(routeKey(asked));
      if (known && known.until > time()) return (amount * known.share) / SHARES;
      const cents = SERVER_FACTS[asked.destination.id].usualCallCents ?? USUAL_CALL_CENTS;
      return amount / USUAL_SHARE + (cents * 10n ** BigInt(asked.outputToken.decimals)) / 100n;
    },
    async quote(asked, { admit, isAgain = false } = {}) {
      const known = recent.find(asked);
      if (known) return known;
      if (breaker.isOpen) throw new BridgeFault("left alone after a fault");
      await admit?.();
      // Somebody else may have asked meanwhile.
      return recent.find(asked) ?? recent.keep(asked, ask(asked, isAgain));
    },
  };

  async function ask(asked: BridgeAsked, isAgain: boolean): Promise<BridgeQuote> {
    if (!provider) throw new BridgeFault("no provider is configured");
    try {
      const quote = await breaker.run(() =>
        isAgain && provider.restamp ? provider.restamp(asked) : provider.quote(asked),
      );
      const amount = sameWorth(totalOf(asked.payments), asked.outputToken, asked.inputToken);
      const fee = quote.inputAmount - amount;
      fees.set(routeKey(asked), { share: (fee * SHARES) / amount, until: time() + FEE_MS });
      return quote;
    } catch (error) {
      if (error instanceof BridgeFault) onFault(error);
      throw error;
    }
  }
}

const SHARES = 1_000_000n;

function routeKey({ source, destination }: Pick<BridgeAsked, "source" | "destination">): string {
  return `${source.id}>${destination.id}`;
}
