import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";

/** Wakes a loop when workers take, record or give back parts. Where that cannot be heard, the loop finds it by the clock. */
export function onPartNews(app: App, { network }: ChainAdapter, wake: () => void): void {
  app.wakeUp
    .on("watcher_parts", wake)
    .catch((err: unknown) => app.log.warn({ err, network: network.id }, "no news of parts: polling"));
}
