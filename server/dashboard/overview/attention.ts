import { and, eq, sql } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import { countsOf } from "@/server/dashboard/overview/counts";
import type { Total } from "@/server/dashboard/overview/totals";
import { healthSql } from "@/server/dashboard/schedules/health";

/** More of them say nothing new. */
const MAX_SCHEDULES = 100;

/** How many payments of these days did not go as they should. */
export function attentionOf(totals: readonly Total[]) {
  const { incoming, outgoing } = countsOf(totals);
  return {
    partial: incoming.partial ?? 0,
    failed: (incoming.failed ?? 0) + (outgoing.failed ?? 0),
    blocked: outgoing.compliance_failed ?? 0,
  };
}

/** How many of the caller's schedules are late or were paused by failures. */
export async function schedulesToLookAt(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<number> {
  const t = recurringPayments;
  const isStuck = sql`(${healthSql(ctx.now())} = 'late' or (${t.status} = 'paused' and ${t.pausedBy} = 'failures'))`;
  const rows = await ctx.db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.platformId, ctx.caller.platformId), isStuck))
    .limit(MAX_SCHEDULES);
  return rows.length;
}
