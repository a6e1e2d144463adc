import { and, asc, isNull, sql } from "drizzle-orm";
import { decodeTime, encodeTime } from "ulid";
import { webhookDeliveries, webhookEndpoints } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Overview } from "@/server/dashboard/overview-schema";
import { withinReach } from "@/server/webhooks/endpoints/reach";

const DAY_MS = 86_400_000;
const MAX_ENDPOINTS = 100;
/** More of them say nothing new. */
const MAX_FAILURES = 100;

/** How the account's webhooks have been doing. Tests do not count. */
export async function webhookHealth(
  ctx: Pick<Reads, "db" | "caller" | "now">,
): Promise<Overview["webhooks"]> {
  const since = encodeTime(ctx.now().getTime() - DAY_MS, 10);
  const { id, endpointId, state, isTest, attempts } = webhookDeliveries;
  const own = sql`${endpointId} = ${webhookEndpoints.id} and not ${isTest}`;
  const lately = (which: string) => sql<number>`(select count(*)::int from ${webhookDeliveries}
    where ${own} and ${id} >= ${since} and ${state} = ${which})`;
  const lastSuccess = sql`(select max(${id}) from ${webhookDeliveries} where ${own} and ${state} = 'succeeded')`;
  const rows = await ctx.db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      isActive: webhookEndpoints.isActive,
      succeeded: lately("succeeded"),
      failed: lately("failed"),
      pending: lately("pending"),
      failures: sql<number>`(select count(*)::int from (select 1 from ${webhookDeliveries}
        where ${own} and ${state} = 'failed' and ${id} > coalesce(${lastSuccess}, '') limit ${MAX_FAILURES}) as failures)`,
      refused: sql<number>`(select count(*)::int from (select 1 from ${webhookDeliveries}
        where ${own} and ${state} = 'pending' and ${attempts} > 0 limit ${MAX_FAILURES}) as refused)`,
      oldestPending: sql<string | null>`(select min(${id}) from ${webhookDeliveries}
        where ${own} and ${state} = 'pending')`,
    })
    .from(webhookEndpoints)
    .where(and(withinReach(ctx.caller), isNull(webhookEndpoints.deletedAt)))
    .orderBy(asc(webhookEndpoints.id))
    .limit(MAX_ENDPOINTS);
  const sum = (of: "succeeded" | "failed" | "pending") => rows.reduce((total, row) => total + row[of], 0);
  const waiting = rows.flatMap((row) => (row.oldestPending === null ? [] : decodeTime(row.oldestPending)));
  return {
    last24Hours: { succeeded: sum("succeeded"), failed: sum("failed"), pending: sum("pending") },
    endpoints: rows.map(({ id, url, isActive, failures, refused }) => ({
      id,
      url,
      isActive,
      consecutiveFailures: failures,
      refusedDeliveries: refused,
    })),
    oldestPendingAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)).toISOString(),
  };
}
