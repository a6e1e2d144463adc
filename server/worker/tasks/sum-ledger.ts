import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { addEntries } from "@/server/ledger/sums/add-entries";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Adds new entries of the books to the sums of their wallets, so many a pass. Readers do not wait for it. */
export const sumLedgerLoop = (app: App) =>
  inPasses(app, { name: "sum ledger", everyMs: 10_000, perPass: 20_000 }, (ctx, most) =>
    inTransaction(ctx, (tx) => addEntries(tx, most)),
  );
