import { sql } from "drizzle-orm";
import type { Tx } from "@/server/context";

/**
 * Adds changes to the daily totals, at most `limit` of them, and says how many. Who reads meanwhile sees either
 * all of them as changes or all of them as totals. Where another worker is at it, there is nothing to do.
 */
export async function foldTotals(tx: Pick<Tx, "db">, limit: number): Promise<number> {
  const [turn] = await tx.db.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('daily_totals', 0)) as mine`,
  );
  if (!turn?.mine) return 0;
  const [folded] = await tx.db.execute<{ changes: number }>(sql`
    with changes as (
      delete from total_changes where ctid = any (array(select ctid from total_changes limit ${limit}))
      returning platform_id, day, measure, count, amount
    ), sums as (
      select platform_id, day, measure, sum(count) as count, sum(amount) as amount from changes
      group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0
    ), added as (
      insert into daily_totals as total (platform_id, day, measure, count, amount) select * from sums
      on conflict (platform_id, day, measure)
      do update set count = total.count + excluded.count, amount = total.amount + excluded.amount
    )
    select count(*)::int as changes from changes`);
  return folded?.changes ?? 0;
}
