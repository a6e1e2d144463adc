import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import { releaseCursor } from "@/server/payments/watching/cursor";
import { noteFailedPass } from "@/server/payments/watching/observation";
import type { LoopDefinition } from "@/server/worker/loop";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

/** The loop that watches one chain: woken by new heads, else by the clock. */
export function chainLoop(app: App, chain: ChainAdapter, owner: string): LoopDefinition {
  const network = chain.network.id;
  const log = app.log.child({ network });
  const context = () => app.context(systemCaller(""), { log });
  const memory = newWatcherMemory();
  return {
    name: `watch ${network}`,
    everyMs: chain.pollMs,
    pass: async () => {
      try {
        return await watchTransfers(context(), chain, owner, memory);
      } catch (error) {
        await noteFailedPass(context(), network, owner, error);
        throw error;
      }
    },
    subscribe: (wake) => {
      if ((app.config.networks[network]?.watcherParts ?? 1) > 1) {
        // Without it the watcher finds by the clock how far its parts are.
        void app.wakeUp.on("watcher_parts", wake).catch(() => {});
      }
      return chain.onHead(wake, (err) => log.warn({ err }, "no news of heads: polling"));
    },
    release: () => releaseCursor(context(), network, owner),
  };
}
