import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { sweepRequestLog } from "@/server/request-log/sweep";
import type { LoopDefinition } from "@/server/worker/loop";

/** Entries per pass; a pass that reaches it is repeated at once. */
const PER_PASS = 5_000;

/** Removes calls from the request log once they are older than `REQUEST_LOG_DAYS`. */
export function sweepRequestLogLoop(app: App): LoopDefinition {
  return {
    name: "sweep request log",
    everyMs: 60_000,
    pass: async () => {
      const removed = await inTransaction(app.context(systemCaller("")), (tx) =>
        sweepRequestLog(tx, PER_PASS),
      );
      return removed === PER_PASS ? "more" : "idle";
    },
  };
}
