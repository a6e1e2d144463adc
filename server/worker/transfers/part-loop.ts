import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import { givePartBack, partsWanted } from "@/server/payments/watching/parts";
import type { LoopDefinition } from "@/server/worker/loop";
import { onPartNews } from "@/server/worker/transfers/part-news";
import { workAhead } from "@/server/worker/transfers/work-ahead";

/** The loop that records a part of a network whose payments are split; none where one worker does it all. */
export function partLoop(app: App, chain: ChainAdapter, owner: string): LoopDefinition[] {
  const network = chain.network.id;
  if (partsWanted(app.config, network) === 1) return [];
  const context = () => app.context(systemCaller(""), { log: app.log.child({ network }) });
  return [
    {
      name: `work ahead ${network}`,
      everyMs: chain.pollMs,
      pass: () => workAhead(context(), chain, owner),
      subscribe: (wake) => {
        onPartNews(app, chain, wake);
        return () => {};
      },
      release: () => givePartBack(context(), network, owner),
    },
  ];
}
