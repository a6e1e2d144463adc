import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { askLifi } from "@/server/crosschain/lifi/ask";
import type { LoopDefinition } from "@/server/worker/loop";

/** LI.FI answers a hundred questions a minute without a key; a pass asks about at most twenty transfers. */
const EVERY_MS = 15_000;

/** Asks LI.FI what became of payments through it; nothing where payments from elsewhere come from another provider. */
export function askLifiLoop(app: App): LoopDefinition[] {
  const { provider } = app.providers.bridges;
  if (!provider?.status) return [];
  return [
    {
      name: "LI.FI transfers",
      everyMs: EVERY_MS,
      pass: async () => {
        await askLifi(app.context(systemCaller("")), provider);
        return "idle";
      },
    },
  ];
}
