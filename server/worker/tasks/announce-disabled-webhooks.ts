import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { announceDisabled } from "@/server/webhooks/endpoints/announce-disabled";
import type { LoopDefinition } from "@/server/worker/loop";

/** Tells owners of webhooks that were switched off because they failed. */
export function announceDisabledWebhooksLoop(app: App): LoopDefinition {
  return {
    name: "announce disabled webhooks",
    everyMs: 10_000,
    pass: async () => {
      await announceDisabled(app.context(systemCaller("")));
      return "idle";
    },
  };
}
