import type { App } from "@/server/boot";
import { comparePeriods } from "@/server/ledger/closing/compare";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Compares months that are to be closed with the chain, a piece a pass. */
export const comparePeriodsLoop = (app: App) =>
  inPasses(app, { name: "compare periods", everyMs: 10_000, perPass: 1 }, comparePeriods);
