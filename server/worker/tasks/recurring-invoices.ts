import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { platforms, requests } from "@/db/schema";
import type { App } from "@/server/boot";
import { type Ctx, inTransaction } from "@/server/context";
import { createNextOccurrence } from "@/server/requests/recurring-invoices/create-next-occurrence";
import { inPasses } from "@/server/worker/tasks/in-passes";

/** Creates the requests of recurring invoices as their periods begin. */
export const recurringInvoicesLoop = (app: App) =>
  inPasses(app, { name: "recurring invoices", everyMs: 1_000, perPass: 100 }, createDueOccurrences);

/**
 * Creates at most `limit` requests for the due periods of recurring invoices of every tenant, each in a
 * commit of its own, and returns how many. Periods missed while no worker ran are made up for one by one, in
 * order. An invoice that cannot be continued is logged and does not hold up the others.
 */
export async function createDueOccurrences(ctx: Ctx, limit: number): Promise<number> {
  const due = await ctx.db
    .select({ id: requests.id })
    .from(requests)
    .innerJoin(platforms, eq(platforms.id, requests.platformId))
    // A disabled account gets nothing new; its invoices go on where they stopped when it is enabled.
    .where(and(lte(requests.nextOccurrenceAt, ctx.now()), isNull(platforms.disabledAt)))
    .orderBy(asc(requests.nextOccurrenceAt), asc(requests.id))
    .limit(limit);
  let created = 0;
  for (const { id } of due) {
    try {
      while (created < limit && (await inTransaction(ctx, (tx) => createNextOccurrence(tx, id))))
        created += 1;
    } catch (error) {
      ctx.log.error({ err: error, request: id }, "recurring invoice cannot be continued");
    }
  }
  return created;
}
