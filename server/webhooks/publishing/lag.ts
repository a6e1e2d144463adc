import { sql } from "drizzle-orm";
import type { Database } from "@/db";
import { eventSinkCursors, platforms, webhookEvents } from "@/db/schema";

/** When the oldest event was announced that the bus has not got; null where it has all. */
export async function oldestUnpublished(db: Pick<Database, "execute">): Promise<Date | null> {
  const rows = await db.execute<{ oldest: string | null }>(sql`
    select min(first.created_at)::text as oldest
    from ${platforms} p
    left join ${eventSinkCursors} c on c.platform_id = p.id
    cross join lateral (
      select e.created_at from ${webhookEvents} e
      where e.platform_id = p.id and e.sequence > coalesce(c.sequence, 0)
      order by e.sequence limit 1) first
    where p.webhook_sequence > coalesce(c.sequence, 0)`);
  const oldest = rows[0]?.oldest ?? null;
  return oldest === null ? null : new Date(oldest);
}
