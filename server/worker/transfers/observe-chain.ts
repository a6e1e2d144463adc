import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import type { NodeState } from "@/server/chains/node-order";
import { noteNodes } from "@/server/payments/watching/observation";
import type { LoopDefinition } from "@/server/worker/loop";

const EVERY_MS = 10_000;

/**
 * Looks at the nodes of one chain, apart from the watcher: how far they are is known also while it cannot read. Says
 * in the log when a node is left or taken back.
 */
export function observeChainLoop(app: App, chain: ChainAdapter): LoopDefinition {
  const network = chain.network.id;
  const log = app.log.child({ network });
  const last = new Map<number, NodeState>();
  return {
    name: `observe ${network}`,
    everyMs: EVERY_MS,
    pass: async () => {
      const reports = await chain.compareNodes();
      for (const { node, state, head } of reports) {
        if ((last.get(node) ?? "ok") !== state) {
          const details = { node, state, head: head?.number.toString() };
          if (state === "ok") log.info(details, "node is used again");
          else log.warn(details, "node is left for others");
        }
        last.set(node, state);
      }
      await noteNodes(app.context(systemCaller(""), { log }), network, reports);
      return "idle";
    },
  };
}
