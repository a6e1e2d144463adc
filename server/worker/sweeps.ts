import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { sweepAnswers } from "@/server/lib/idempotency";
import type { LoopDefinition } from "@/server/worker/loop";

/** Removes what has outlived its time. */
export function sweepLoop(app: App): LoopDefinition {
  return {
    name: "sweep",
    everyMs: 60_000,
    pass: async () => {
      await inTransaction(app.context(systemCaller("")), sweepAnswers);
      return "idle";
    },
  };
}
