import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { fillLedger } from "@/server/ledger/backfill";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Enters payments from before the journal into it, so many a pass; afterwards it finds nothing to do. */
export const fillLedgerLoop = (app: App) =>
  inPasses(app, { name: "fill ledger", everyMs: 60_000, perPass: 1_000 }, (ctx, most) =>
    inTransaction(ctx, (tx) => fillLedger(tx, most)),
  );
