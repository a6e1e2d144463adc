import { z } from "zod";
import type { App } from "@/server/boot";
import { explain, readsOf, type Statement } from "@/server/testing/statements";

const Explained = z.tuple([
  z.object({
    "QUERY PLAN": z.tuple([
      z.object({
        Plan: z.object({ "Shared Hit Blocks": z.int(), "Shared Read Blocks": z.int() }),
        "Execution Time": z.number(),
      }),
    ]),
  }),
]);

/** What reading costs the database. */
export interface Cost {
  /** Pages of the database that were looked at, in memory or not; one that is looked at twice counts twice. */
  pages: number;
  /** Milliseconds of executing, without planning and without the way to the database. */
  ms: number;
}

/** What one statement costs under the settings of its transaction. */
export async function costOf(app: App, statement: Statement): Promise<Cost> {
  const rows = await explain(app, statement, "analyze, buffers, format json");
  const [
    {
      "QUERY PLAN": [explained],
    },
  ] = Explained.parse([...rows]);
  const { "Shared Hit Blocks": hit, "Shared Read Blocks": read } = explained.Plan;
  return { pages: hit + read, ms: explained["Execution Time"] };
}

/** What the reads of `work` cost together, those of them that `counts` names. */
export async function costOfReads(
  app: App,
  work: () => Promise<unknown>,
  counts: (text: string) => boolean = () => true,
): Promise<Cost> {
  const total: Cost = { pages: 0, ms: 0 };
  for (const statement of await readsOf(app, work)) {
    if (!counts(statement.text)) continue;
    const cost = await costOf(app, statement);
    total.pages += cost.pages;
    total.ms += cost.ms;
  }
  return total;
}
