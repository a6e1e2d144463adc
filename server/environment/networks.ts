import { readFileSync } from "node:fs";
import { z } from "zod";
import { NETWORK_IDS, type NetworkId } from "@/server/chains/networks";
import { providersOrHosts } from "@/server/chains/quorum";
import { usdAmount } from "@/server/environment/formats";

export const NetworksEnvironment = {
  NETWORK_PROFILE: z.enum(["local", "live"]).default("live").meta({
    description: "whether accounts and demo tenants of the development mnemonic exist",
    unset: "`local` if every node is a development node, else `live`",
  }),
  NETWORKS_FILE: z.string().optional().meta({
    description:
      "a JSON file with nodes and what differs per network, see [operations](operations.md#real-networks-a-real-database)",
    unset: "local chains",
  }),
};

/** Variables with a network's name at the end: what they mean, and what holds without them. */
export const NETWORK_VARIABLES = {
  "RPC_URL_<NETWORK>": {
    description: "URLs of nodes, separated by commas, as in the file",
    unset: "local chains",
  },
  "WS_URL_<NETWORK>": { description: "WebSocket of a node; without it the chain is polled", unset: "none" },
  "RPC_API_KEY_<NETWORK>": {
    description: "key of a hosted node, sent as `TRON-PRO-API-KEY`; Tron only",
    unset: "none",
  },
  "RPC_PROVIDERS_<NETWORK>": {
    description: "who runs each of these nodes, in their order, separated by commas",
    unset: "the host of each URL",
  },
  "QUORUM_<NETWORK>": {
    description:
      "so many providers of nodes have to show a payment before it counts, see [operations](operations.md#nodes-that-need-not-be-believed)",
    unset: "one node is enough",
  },
  "QUORUM_ABOVE_USD_<NETWORK>": {
    description: "that holds for payments of requests above this sum only",
    unset: "`0`: for all",
  },
  "WATCHER_PARTS_<NETWORK>": {
    description:
      "so many workers record the payments of a network at a time when its watcher has fallen behind, see [operations](operations.md#a-network-that-one-worker-cannot-follow)",
    unset: "`1`",
  },
  "NATIVE_PRICE_USD_<NETWORK>": {
    description:
      "worth of the native coin, by which payers see network fees in USD; an estimate, nothing is charged by it",
    unset: "`0.30` for Tron, else none",
  },
};

/** A part each takes a worker with a processor of its own, and all share one database. */
const MOST_PARTS = 16;

/** What an operator says about one network: where its nodes are and what differs from the table. */
export const NetworkSettings = z
  .object({
    rpcUrls: z.array(z.url()).min(1),
    /** Who runs each of them, in their order; nodes of one provider are one voice. The host of its URL without it. */
    providers: z.array(z.string().min(1)).optional(),
    /** How many providers have to show a payment before it counts. */
    quorum: z.number().int().min(2).optional(),
    /** That holds for payments of requests above this sum only. */
    quorumAboveUsd: usdAmount.optional(),
    /** Into how many parts its payments are split while it catches up. */
    watcherParts: z.number().int().min(1).max(MOST_PARTS).optional(),
    wsUrl: z.url().optional(),
    /** Blocks, or `finalized`. Tron always waits for its solidified block. */
    confirmations: z.union([z.number().int().positive(), z.literal("finalized")]).optional(),
    startBlock: z.number().int().nonnegative().optional(),
    pollMs: z.number().int().positive().optional(),
    /** Key of a hosted Tron node. */
    apiKey: z.string().min(1).optional(),
    /** Worth of one native coin, for estimates shown to payers; nothing is charged by it. */
    nativePriceUsd: usdAmount.optional(),
    contracts: z.object({ recurring: z.string().optional() }).optional(),
  })
  .superRefine(({ rpcUrls, providers, quorum, quorumAboveUsd }, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (providers && providers.length !== rpcUrls.length) {
      wrong("providers", `there are ${rpcUrls.length} nodes and ${providers.length} providers`);
    }
    const voices = new Set(providersOrHosts({ rpcUrls, providers })).size;
    if (quorum !== undefined && quorum > voices) {
      wrong("quorum", `${quorum} providers cannot agree where there are only ${voices}`);
    }
    if (quorumAboveUsd !== undefined && quorum === undefined) {
      wrong("quorumAboveUsd", "says nothing without a quorum");
    }
  });
export type NetworkSettings = z.infer<typeof NetworkSettings>;

const NetworksFile = z.partialRecord(z.enum(NETWORK_IDS), NetworkSettings);

export type AllNetworkSettings = Partial<Record<NetworkId, NetworkSettings>>;

/**
 * The networks of `NETWORKS_FILE` (JSON) and of `RPC_URL_<NETWORK>` / `WS_URL_<NETWORK>` (dashes as underscores,
 * several URLs separated by commas), with what `NETWORK_VARIABLES` has beside them.
 * Throws where the file cannot be read or something in it is wrong.
 */
export function readNetworks(env: Record<string, string | undefined>): AllNetworkSettings {
  return { ...fromFile(env.NETWORKS_FILE), ...fromVariables(env) };
}

function fromFile(path: string | undefined): AllNetworkSettings {
  if (!path) return {};
  return NetworksFile.parse(JSON.parse(readFileSync(path, "utf8")));
}

/** Name of the variable that holds the nodes of a network, as `RPC_URL_ARBITRUM_ONE`. */
export function rpcUrlSetting(network: string): string {
  return `RPC_URL_${suffixOf(network)}`;
}

function suffixOf(network: string): string {
  return network.replaceAll("-", "_").toUpperCase();
}

function fromVariables(env: Record<string, string | undefined>): AllNetworkSettings {
  const networks: AllNetworkSettings = {};
  for (const id of NETWORK_IDS) {
    const suffix = suffixOf(id);
    const rpc = env[rpcUrlSetting(id)];
    if (!rpc) continue;
    const quorum = env[`QUORUM_${suffix}`];
    const parts = env[`WATCHER_PARTS_${suffix}`];
    networks[id] = NetworkSettings.parse({
      rpcUrls: partsOf(rpc),
      providers: listed(env[`RPC_PROVIDERS_${suffix}`]),
      quorum: quorum ? Number(quorum) : undefined,
      quorumAboveUsd: env[`QUORUM_ABOVE_USD_${suffix}`] || undefined,
      watcherParts: parts ? Number(parts) : undefined,
      wsUrl: env[`WS_URL_${suffix}`] || undefined,
      apiKey: env[`RPC_API_KEY_${suffix}`] || undefined,
      nativePriceUsd: env[`NATIVE_PRICE_USD_${suffix}`] || undefined,
    });
  }
  return networks;
}

function partsOf(list: string): string[] {
  return list.split(",").map((part) => part.trim());
}

function listed(list: string | undefined): string[] | undefined {
  return list ? partsOf(list) : undefined;
}
