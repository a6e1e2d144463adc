import { type ChainAdapter, type Chains, chainsOf } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORK_IDS, EVM_NETWORKS, type NetworkId } from "@/server/chains/networks";

/** What is said about a network from outside; see `NetworkSettings` in `server/config.ts`. */
export interface ConnectSettings {
  rpcUrls: readonly string[];
  wsUrl?: string;
  confirmations?: number;
  startBlock?: number;
  pollMs?: number;
  contracts?: { recurring?: string };
}

/** Local chains have instant blocks and one confirmation, so that a demo does not wait (onchain.md §8). */
const LOCAL = { confirmations: 1, startBlock: 0, pollMs: 1_000 };

/** Adapters for every configured network. Nothing is contacted before it is used. */
export function connectChains(config: {
  profile: "local" | "live";
  networks: Partial<Record<NetworkId, ConnectSettings>>;
}): Chains {
  const adapters: Partial<Record<NetworkId, ChainAdapter>> = {};
  for (const id of EVM_NETWORK_IDS) {
    const settings = config.networks[id];
    if (!settings) continue;
    const { contracts, ...rest } = settings;
    adapters[id] = new EvmAdapter(EVM_NETWORKS[id], {
      ...(config.profile === "local" ? LOCAL : {}),
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      rpcUrls: settings.rpcUrls,
      recurringContract: contracts?.recurring ? checksumEvmAddress(contracts.recurring) : undefined,
    });
  }
  return chainsOf(adapters);
}
