import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { askSafeService } from "@/server/secure-payments/safe/ask-safe-service";
import type { LoopDefinition } from "@/server/worker/loop";

/** Asks who has signed what is waited for; nothing where no Safe transaction service is set. */
export function askSafeServiceLoop(app: App): LoopDefinition[] {
  if (app.providers.safeService === null) return [];
  return [
    {
      name: "ask Safe service",
      everyMs: 15_000,
      pass: async () => {
        await askSafeService(app.context(systemCaller("")));
        return "idle";
      },
    },
  ];
}
