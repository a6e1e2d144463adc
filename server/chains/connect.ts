import { type ChainAdapter, type Chains, type Confirmations, chainsOf } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import type { Doubt } from "@/server/chains/evidence";
import { EvmAdapter, type EvmSettings } from "@/server/chains/evm/adapter";
import { NETWORK_IDS, NETWORKS, type Network, type NetworkId } from "@/server/chains/networks";
import { quorumOf } from "@/server/chains/quorum";
import { TronAdapter } from "@/server/chains/tron/adapter";

/** What is said about a network from outside; see `NetworkSettings` in `server/config.ts`. */
export interface ConnectSettings {
  rpcUrls: readonly string[];
  providers?: readonly string[];
  quorum?: number;
  quorumAboveUsd?: string;
  watcherParts?: number;
  wsUrl?: string;
  confirmations?: Confirmations;
  startBlock?: number;
  pollMs?: number;
  apiKey?: string;
  nativePriceUsd?: string;
  contracts?: { recurring?: string };
}

/** Local chains have instant blocks and one confirmation, so that a demo does not wait (onchain.md §8). */
const LOCAL = { confirmations: 1, startBlock: 0 };
/** A local node that tells of its new blocks is asked by the clock only for what passes without a block. */
const LOCAL_POLL_MS = { withHeads: 4_000, without: 1_000 };

/** TR-07 wants gas on Tron in USD. Good for an estimate; an operator who cares sets today's. */
const TRX_PRICE_USD = "0.30";

/** Who hears of nodes that do not answer, or not as they ought to. `node` counts from 1, as configured. */
export interface ChainListener {
  onFailure?(failure: { network: NetworkId; node: number; method: string }): void;
  onDoubt?(doubt: Doubt & { network: NetworkId }): void;
}

/** Adapters for every configured network. Nothing is contacted before it is used. */
export function connectChains(
  config: {
    profile: "local" | "live";
    networks: Partial<Record<NetworkId, ConnectSettings>>;
  },
  listener: ChainListener = {},
): Chains {
  const adapters: Partial<Record<NetworkId, ChainAdapter>> = {};
  for (const id of NETWORK_IDS) {
    const settings = config.networks[id];
    if (!settings) continue;
    adapters[id] = adapterFor(NETWORKS[id], {
      ...(config.profile === "local" ? localDefaults(settings) : {}),
      ...forAdapter(settings),
      quorum: quorumOf(settings),
      onFailure: (failure) => listener.onFailure?.({ network: id, ...failure }),
      onDoubt: (doubt) => listener.onDoubt?.({ network: id, ...doubt }),
    });
  }
  return chainsOf(adapters);
}

function localDefaults({ wsUrl }: ConnectSettings) {
  return { ...LOCAL, pollMs: wsUrl === undefined ? LOCAL_POLL_MS.without : LOCAL_POLL_MS.withHeads };
}

/** What is said of a network beside how its nodes are asked. `quorumOf` makes of the first two what an adapter takes. */
const NOT_OF_ADAPTERS = ["providers", "quorum", "quorumAboveUsd", "watcherParts"] as const;
type NotOfAdapters = (typeof NOT_OF_ADAPTERS)[number];

/** What an adapter takes of these settings, without what is not set: its own value holds for that. */
function forAdapter(settings: ConnectSettings): Omit<ConnectSettings, NotOfAdapters> {
  const left: readonly string[] = NOT_OF_ADAPTERS;
  const said = Object.entries(settings).filter(
    ([name, value]) => value !== undefined && !left.includes(name),
  );
  return { ...Object.fromEntries(said), rpcUrls: settings.rpcUrls };
}

type AdapterSettings = Omit<ConnectSettings, NotOfAdapters> &
  Pick<EvmSettings, "onFailure" | "onDoubt" | "quorum">;

function adapterFor(network: Network, { contracts, ...settings }: AdapterSettings): ChainAdapter {
  if (network.family === "tron") {
    return new TronAdapter(network, { nativePriceUsd: TRX_PRICE_USD, ...settings });
  }
  const recurring = contracts?.recurring;
  return new EvmAdapter(network, {
    ...settings,
    recurringContract: recurring ? checksumEvmAddress(recurring) : undefined,
  });
}
