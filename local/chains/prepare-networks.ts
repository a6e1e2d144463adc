import { DEMO_SAFE_NETWORK, placeDemoSafe } from "@/local/chains/demo-safe";
import { furnishChain } from "@/local/chains/furnish-chain";
import { startLocalChains } from "@/local/chains/local-chains";
import { rpc } from "@/local/evm-node/rpc";
import type { RunningRecord } from "@/local/processes/process-record";
import { StackError } from "@/local/stack-error";
import {
  type EvmNetworkId,
  isEvmNetworkId,
  isNetworkId,
  NETWORKS,
  type NetworkId,
} from "@/server/chains/networks";
import type { NetworkSettings } from "@/server/environment/networks";

export type NodeSettings = Partial<Record<NetworkId, NetworkSettings>>;

export interface PreparedNetworks {
  /** `local`: development nodes only, whose accounts are public and whose coins are worth nothing. */
  profile: "local" | "live";
  /** Nodes that we started ourselves; absent for those the environment names. */
  localSettings?: NodeSettings;
  description: string;
  stop(): Promise<void>;
}

/** Local chains of our own, with the production contracts placed on them. */
export async function runLocalNetworks(
  ids: readonly NetworkId[],
  dataDir: string,
  record: RunningRecord,
  log: (line: string) => void,
): Promise<PreparedNetworks> {
  const chains = await startLocalChains(ids, dataDir, record, log);
  return {
    profile: "local",
    localSettings: chains.settings,
    description: `local chains ${ids.join(", ")}`,
    stop: () => chains.stop(),
  };
}

/**
 * The nodes that the environment names. They count as local only when every one of them is a development node,
 * or when the caller says so. Throws a `StackError` for a node that does not answer or serves another chain.
 */
export async function checkGivenNodes(
  settings: NodeSettings,
  wanted: string | undefined,
  log: (line: string) => void,
): Promise<PreparedNetworks> {
  const nodes = Object.entries(settings).flatMap(([id, { rpcUrls }]) =>
    isNetworkId(id) ? rpcUrls.map((url) => ({ id, url: jsonRpcUrl(id, url) })) : [],
  );
  await Promise.all(nodes.map(({ id, url }) => refuseOtherChain(id, url)));
  const kinds = await Promise.all(nodes.map(({ url }) => isDevelopmentNode(url)));
  const profile = wanted === "local" || (wanted !== "live" && kinds.every(Boolean)) ? "local" : "live";
  if (profile === "local") {
    const first = new Map(nodes.reverse().map(({ id, url }) => [id, url]));
    // A Tron simulator is furnished by whoever runs it.
    await Promise.all([...first].map(([id, url]) => isEvmNetworkId(id) && furnish(id, url, log)));
  }
  return {
    profile,
    description: `${profile} nodes for ${Object.keys(settings).join(", ")}`,
    stop: async () => {},
  };
}

async function furnish(id: EvmNetworkId, url: string, log: (line: string) => void): Promise<void> {
  await furnishChain(url, id, log);
  if (id === DEMO_SAFE_NETWORK) await placeDemoSafe(url);
}

/** Where a node takes JSON-RPC: Tron's root is its HTTP API. */
function jsonRpcUrl(id: NetworkId, url: string): string {
  return NETWORKS[id].family === "tron" ? `${url.replace(/\/+$/, "")}/jsonrpc` : url;
}

async function refuseOtherChain(id: NetworkId, url: string): Promise<void> {
  const { chainId } = NETWORKS[id];
  const answer = await rpc(url, "eth_chainId", []).catch((cause: unknown) => {
    const what = `The node of ${id} at ${new URL(url).host} does not answer.`;
    throw new StackError(what, "Correct its URL in NETWORKS_FILE or RPC_URL_<NETWORK>, or start it.", {
      cause,
    });
  });
  if (Number(answer) === chainId) return;
  throw new StackError(
    `The node of ${id} at ${new URL(url).host} serves chain ${Number(answer)}, not ${chainId}.`,
    "Correct its URL in NETWORKS_FILE or RPC_URL_<NETWORK>.",
  );
}

async function isDevelopmentNode(url: string): Promise<boolean> {
  const answers = ["anvil_nodeInfo", "simulator_nodeInfo"].map((method) => rpc(url, method, []));
  return (await Promise.allSettled(answers)).some(({ status }) => status === "fulfilled");
}
