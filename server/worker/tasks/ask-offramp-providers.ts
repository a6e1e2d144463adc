import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { syncDue } from "@/server/payers/sync";
import { syncDueOfframps } from "@/server/requests/offramp-transfers/sync";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import type { LoopDefinition } from "@/server/worker/loop";

/** Payers, bank accounts and off-ramps of one pass, of each; a pass that reaches it is repeated at once. */
const PER_PASS = 50;

/** Asks providers about payers, bank accounts and off-ramps when their time has come. */
export function askOfframpProvidersLoop(app: App): LoopDefinition {
  return {
    name: "ask off-ramp providers",
    everyMs: 1_000,
    pass: async () => {
      const ctx = app.context(systemCaller(""));
      const looked = await syncDue(ctx, PER_PASS);
      const offramps = await syncDueOfframps(ctx, PER_PASS, settleLinks);
      return Math.max(looked, offramps) >= PER_PASS ? "more" : "idle";
    },
  };
}
