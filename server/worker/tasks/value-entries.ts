import type { App } from "@/server/boot";
import { valueEntries } from "@/server/ledger/worth/value-entries";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Values entries of the books that had no stored price when they were made, so many a pass. */
export const valueEntriesLoop = (app: App) =>
  inPasses(app, { name: "value entries", everyMs: 5_000, perPass: 200 }, valueEntries);
