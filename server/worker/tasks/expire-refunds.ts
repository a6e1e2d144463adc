import type { App } from "@/server/boot";
import { expireRefunds } from "@/server/payments/refunds/follow";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Gives up refunds that were prepared and not sent, so that their amount is free again. */
export const expireRefundsLoop = (app: App) =>
  inPasses(app, { name: "expire refunds", everyMs: 60_000, perPass: 500 }, expireRefunds);
