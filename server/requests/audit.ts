import { sql } from "drizzle-orm";
import { requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";

/** Requests whose status does not follow from their transfers. The expected list is empty. */
export async function auditSettlements(
  ctx: Pick<Reads, "db">,
): Promise<{ requestId: string; status: string; expected: string }[]> {
  const counted = sql`${transfers.mismatch} is null and ${transfers.state}`;
  const settled = sql`coalesce((select sum(${transfers.amount}) from ${transfers}
    where ${transfers.requestId} = ${requests.id} and ${counted} in ('confirmed', 'final')), 0)`;
  const seen = sql`exists (select 1 from ${transfers}
    where ${transfers.requestId} = ${requests.id} and ${counted} = 'seen')`;
  const expected = sql<string>`case
    when ${settled} >= ${requests.amount} then 'paid'
    when ${settled} > 0 then 'partially_paid'
    when ${seen} then 'processing'
    else 'created' end`;
  const rows = await ctx.db
    .select({ requestId: requests.requestId, status: requests.status, expected })
    .from(requests)
    .where(sql`${requests.status} not in ('failed', 'refunded') and ${requests.status} <> ${expected}`);
  return rows.map((row) => ({ ...row, requestId: row.requestId.slice(2) }));
}
