import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import { releaseCursor } from "@/server/payments/watching/cursor";
import { noteFailedPass } from "@/server/payments/watching/observation";
import { partsWanted } from "@/server/payments/watching/parts";
import type { LoopDefinition } from "@/server/worker/loop";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { onPartNews } from "@/server/worker/transfers/part-news";
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
      if (partsWanted(app.config, network) > 1) onPartNews(app, chain, wake);
      return chain.onHead(wake, (err) => log.warn({ err }, "no news of heads: polling"));
    },
    release: () => releaseCursor(context(), network, owner),
  };
}
