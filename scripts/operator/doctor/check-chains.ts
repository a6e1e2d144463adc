import type { ChainAdapter } from "@/server/chains/adapter";
import type { NodeReport, NodeState } from "@/server/chains/node-order";
import type { Readiness, Part as WatcherPart } from "@/server/http/monitoring/readiness";
import { type Finding, well, wrong } from "./finding";

const WRONG_NODES: Record<Exclude<NodeState, "ok">, { reason: string; remedy: string }> = {
  down: {
    reason: "it does not tell its newest block",
    remedy:
      "Ask it yourself for eth_blockNumber; look at its address, its key and the limits of its provider.",
  },
  wrong_chain: {
    reason: "it serves another chain, and is not used at all",
    remedy: "Put the address of a node of this network in its place.",
  },
  behind: {
    reason: "it lacks blocks that another node has",
    remedy: "Wait until it has caught up, or take it out.",
  },
  outvoted: {
    reason: "enough other providers have another block at its height",
    remedy: "Ask who runs it; take it out if it does not come back.",
  },
  ahead: {
    reason: "its newest block is of a time that is not here yet",
    remedy: "Compare the clock of this machine with others; if it is right, take the node out.",
  },
};

/** Every node of every network, by its position among those that are configured: its address may hold a key. */
export async function checkNodes(chains: readonly ChainAdapter[]): Promise<Finding[]> {
  if (chains.length === 0) {
    const remedy = "Set RPC_URL_<NETWORK> or NETWORKS_FILE; docs/settings.md has the names.";
    return [wrong("nodes", "networks", "there is no node of any network", remedy)];
  }
  const found = await Promise.all(
    chains.map(async (chain) => {
      const reports = await chain.compareNodes();
      return reports.map((report) => findingOf(chain.network.id, report, reports.length));
    }),
  );
  return found.flat();
}

function findingOf(network: string, { node, state, head }: NodeReport, count: number): Finding {
  const about = count === 1 ? network : `${network}, node ${node}`;
  if (state === "ok") return well("nodes", about, `at block ${head?.number}`);
  const { reason, remedy } = WRONG_NODES[state];
  return wrong("nodes", about, reason, remedy);
}

const WATCHER_REMEDIES: Partial<Record<WatcherPart, string>> = {
  missing: "Start a worker: quittance worker.",
  stale: "Look at whether a worker runs, and at its log.",
  failing: "The reason is that of the last pass; quittance chain status says where it stands.",
  halted: "Read docs/operations.md about halted networks, then quittance chain resume.",
  no_node: "See the nodes of this network above.",
  no_quorum: "See the nodes of this network above: more of them have to answer and agree.",
  old_head: "See the nodes of this network above; if all agree, the chain itself stands still.",
  behind: "Wait while it catches up; if it does not, give it faster nodes.",
};

/** How well each network is watched, and whether instalments are paid there. */
export function checkWatchers({ watchers, reasons, executors, executorReasons }: Readiness): Finding[] {
  const ofWatchers = Object.entries(watchers).map(([network, state]) => {
    if (state === "ok") return well("watchers", network, "it is watched");
    const remedy = WATCHER_REMEDIES[state] ?? "See the database above.";
    return wrong("watchers", network, reasons[network] ?? `it is ${state}`, remedy);
  });
  const ofExecutors = Object.entries(executors).map(([network, state]) => {
    const about = `${network}, executor`;
    if (state === "ok") return well("watchers", about, "instalments are paid");
    // Many an installation has no recurring payouts.
    if (state === "no_key") return well("watchers", about, "there is none, and no instalment is paid");
    const remedy = `docs/operations.md says what ${state} asks for.`;
    return wrong("watchers", about, executorReasons[network] ?? `it is ${state}`, remedy);
  });
  return [...ofWatchers, ...ofExecutors];
}
