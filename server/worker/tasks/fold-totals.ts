import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { foldTotals } from "@/server/dashboard/overview/fold-totals";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Adds up what the dashboard counts, so many changes a pass. Readers do not wait for it. */
export const foldTotalsLoop = (app: App) =>
  inPasses(app, { name: "fold totals", everyMs: 5_000, perPass: 20_000 }, (ctx, most) =>
    inTransaction(ctx, (tx) => foldTotals(tx, most)),
  );
