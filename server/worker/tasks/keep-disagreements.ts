import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { recordDisagreements } from "@/server/payments/node-disagreements/record";
import type { LoopDefinition } from "@/server/worker/loop";

/** Writes down, for the dashboard, when nodes contradicted each other or themselves. */
export function keepDisagreementsLoop(app: App): LoopDefinition {
  return {
    name: "keep disagreements",
    everyMs: 5_000,
    pass: async () => {
      const { disagreements, dropped } = app.disagreements.take();
      const tooMany = await inTransaction(app.context(systemCaller("")), (tx) =>
        recordDisagreements(tx, disagreements),
      );
      if (tooMany + dropped > 0) {
        app.log.warn({ disagreements: tooMany + dropped }, "nodes disagreed too often to record all of it");
      }
      return "idle";
    },
  };
}
