import type { Chains } from "@/server/chains/adapter";
import { EVM_NETWORK_IDS, type EvmNetworkId } from "@/server/chains/networks";
import { localFeed } from "@/server/chains/price-feeds";
import { chainlinkSource } from "@/server/prices/chainlink";
import { HTTP_SOURCES } from "@/server/prices/http-sources";
import type { PriceProvider, PriceSource } from "@/server/prices/price";
import { PriceBook, type PriceBookOptions } from "@/server/prices/price-book";
import type { PriceSettings } from "@/server/prices/settings";

/** Where feeds are read first: Arbitrum has one for every currency, and the main network is a second reader. */
const READ_FIRST: readonly EvmNetworkId[] = ["arbitrum-one", "mainnet", "base"];
const FEED_NETWORKS = [...new Set([...READ_FIRST, ...EVM_NETWORK_IDS])];

/** The sources as configured. Nothing is contacted before a price is asked for. */
export function connectPrices(
  settings: PriceSettings,
  {
    profile,
    chains,
    now,
    onTrouble,
  }: { profile: "local" | "live"; chains: Chains } & Pick<PriceBookOptions, "now" | "onTrouble">,
): PriceBook {
  const feeds = (): PriceSource[] =>
    FEED_NETWORKS.flatMap((network) => {
      const chain = chains.find(network);
      if (!chain) return [];
      const isLocal = profile === "local";
      return [
        chainlinkSource(network, chain, {
          now,
          isClockChecked: !isLocal,
          extraFeed: isLocal ? localFeed : undefined,
        }),
      ];
    });
  const sourcesOf = (provider: PriceProvider): PriceSource[] => {
    if (provider === "chainlink") return feeds();
    const { urls, timeoutMs } = settings;
    return [HTTP_SOURCES[provider].connect({ url: urls[provider], timeoutMs, now })];
  };
  return new PriceBook({
    required: settings.required,
    maxApartBps: settings.maxApartBps,
    freshMs: settings.freshMs,
    sources: settings.sources.flatMap(sourcesOf),
    now,
    onTrouble,
  });
}
