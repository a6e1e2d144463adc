import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { keepIncidents } from "@/server/status-page/keep-incidents";
import { readServices, statesByComponent } from "@/server/status-page/read-services";
import type { LoopDefinition } from "@/server/worker/loop";

/**
 * Writes down when a network or the sending of webhooks is not up, for the public page. It runs while the page is off
 * too, so that the page begins with a history.
 */
export function watchServicesLoop(app: App): LoopDefinition {
  return {
    name: "watch services",
    everyMs: 30_000,
    pass: async () => {
      const ctx = app.context(systemCaller(""));
      const states = statesByComponent(await readServices(ctx));
      await inTransaction(ctx, (tx) => keepIncidents(tx, states));
      return "idle";
    },
  };
}
