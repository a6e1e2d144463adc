import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { foldTotals } from "@/server/dashboard/overview/fold-totals";
import type { LoopDefinition } from "@/server/worker/loop";

/** Changes per pass; a pass that reaches it is repeated at once. */
const PER_PASS = 20_000;

/** Adds up what the dashboard counts. Readers do not wait for it. */
export function foldTotalsLoop(app: App): LoopDefinition {
  return {
    name: "fold totals",
    everyMs: 5_000,
    pass: async () => {
      const folded = await inTransaction(app.context(systemCaller("")), (tx) => foldTotals(tx, PER_PASS));
      return folded === PER_PASS ? "more" : "idle";
    },
  };
}
