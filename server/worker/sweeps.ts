import { systemCaller } from "@/server/auth/callers";
import { sweepChallenges } from "@/server/auth/create-challenge";
import { sweepSessions } from "@/server/auth/sessions";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { sweepBudgets } from "@/server/lib/budget";
import { sweepAnswers } from "@/server/lib/idempotency";
import { sweepSignings } from "@/server/payee-destinations/signed-action";
import { sweepAnswersOfProviders } from "@/server/screening/answers";
import type { LoopDefinition } from "@/server/worker/loop";

/** Removes what has outlived its time. */
export function sweepLoop(app: App): LoopDefinition {
  return {
    name: "sweep",
    everyMs: 60_000,
    pass: async () => {
      await inTransaction(app.context(systemCaller("")), async (tx) => {
        await sweepAnswers(tx);
        await sweepChallenges(tx);
        await sweepSessions(tx);
        await sweepSignings(tx);
        await sweepBudgets(tx);
        await sweepAnswersOfProviders(tx);
      });
      return "idle";
    },
  };
}
