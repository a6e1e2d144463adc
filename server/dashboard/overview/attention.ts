import { and, desc, eq, sql } from "drizzle-orm";
import { recurringPayments, requests, transfers } from "@/db/schema";
import { isHeld } from "@/db/schema/payments";
import { ownedByKey } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import { countsOf } from "@/server/dashboard/overview/counts";
import type { Total } from "@/server/dashboard/overview/totals";
import type { Overview } from "@/server/dashboard/overview-schema";
import { healthSql } from "@/server/dashboard/schedules/health";

/** More of them say nothing new. */
const MAX_SCHEDULES = 100;
const MAX_HELD = 100;

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

/** Money that arrived for the caller and does not count yet, among the newest 100 such payments. */
export async function heldOf(ctx: Pick<Reads, "db" | "caller">): Promise<Overview["attention"]["held"]> {
  const rows = await ctx.db
    .select({ requestId: requests.requestId })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(and(ownedByKey(ctx.caller, transfers), isHeld(transfers)))
    .orderBy(desc(transfers.blockTime))
    .limit(MAX_HELD);
  return {
    requests: new Set(rows.map(({ requestId }) => requestId)).size,
    newest: rows[0]?.requestId.slice(2) ?? null,
  };
}
