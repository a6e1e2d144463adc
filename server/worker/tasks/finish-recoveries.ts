import { finishDueRecoveries } from "@/server/auth/recovery/finish";
import type { App } from "@/server/boot";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Gives accounts their new owners once the time in which an owner could stop it is over. */
export const finishRecoveriesLoop = (app: App) =>
  inPasses(app, { name: "finish recoveries", everyMs: 60_000, perPass: 100 }, finishDueRecoveries);
