import { and, eq, type SQL, sql } from "drizzle-orm";
import { dailyTotals, requests, securePaymentRequests, securePayments, totalChanges } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Ctx } from "@/server/context";
import { readByIndex } from "@/server/lib/database/by-index";

/** A figure of one day (UTC): how many, and how much where it is money. */
export interface Total {
  date: string;
  /** What is counted, in two words: `request` and a status, `received` and a currency ID, `link` and a step. */
  of: string;
  what: string;
  count: number;
  /** Base units. */
  amount: bigint;
}

/**
 * The figures of the caller's account since a moment at which a day begins: what was added up, what has changed
 * since, and the links whose time is over although no sweep has come by (D-24). One statement, so that all
 * three are of one moment.
 */
export async function totalsSince(
  ctx: Pick<Ctx, "begin" | "caller" | "now">,
  from: Date,
): Promise<readonly Total[]> {
  const { platformId, clientId } = ctx.caller;
  if (clientId) throw new Error("the totals of an account are not for one of its client IDs");
  const day = sql`${from.toISOString().slice(0, 10)}::date`;
  const own = (table: typeof dailyTotals | typeof totalChanges) => sql`
    select ${table.day} as day, ${table.measure} as measure, ${table.count} as count, ${table.amount} as amount
    from ${table} where ${eq(table.platformId, platformId)} and ${table.day} >= ${day}`;
  const due = sql`
    select (${requests.createdAt} at time zone 'UTC')::date as day, ${requests.kind} || move.status, move.count, 0
    from ${requests} cross join (values (':pending', -1), (':expired', 1)) as move(status, count)
    where ${isDue(ctx)} and ${ownedBy(ctx.caller, requests)}
      and ${requests.createdAt} >= ${from.toISOString()}::timestamptz`;
  const rows = await readByIndex(ctx, (db) =>
    db
      .select({
        date: sql<string>`figures.day::text`,
        measure: sql<string>`figures.measure`,
        count: sql<string>`sum(figures.count)::text`,
        amount: sql<string>`sum(figures.amount)::text`,
      })
      .from(sql`(${own(dailyTotals)} union all ${own(totalChanges)} union all ${due}) as figures`)
      .groupBy(sql`figures.day, figures.measure`)
      .having(sql`sum(figures.count) <> 0`)
      .orderBy(sql`figures.day, figures.measure`),
  );
  return rows.map(({ date, measure, count, amount }) => {
    const [of = "", what = ""] = measure.split(":");
    return { date, of, what, count: Number(count), amount: BigInt(amount) };
  });
}

/**
 * How many payments of the caller, created from one moment until before another, are in each status; null for no limit. Both
 * moments are those at which a day begins (UTC).
 */
export async function countsBetween(
  ctx: Pick<Ctx, "begin" | "caller" | "now">,
  { kind, from, until }: { kind: "request" | "payout"; from: Date | null; until: Date | null },
): Promise<ReadonlyMap<string, number>> {
  const { platformId, clientId } = ctx.caller;
  if (clientId) throw new Error("the totals of an account are not for one of its client IDs");
  const within = (day: SQL) =>
    and(
      from ? sql`${day} >= ${from.toISOString().slice(0, 10)}::date` : undefined,
      until ? sql`${day} < ${until.toISOString().slice(0, 10)}::date` : undefined,
    ) ?? sql`true`;
  const own = (table: typeof dailyTotals | typeof totalChanges) => sql`
    select ${table.measure} as measure, ${table.count} as count from ${table}
    where ${eq(table.platformId, platformId)} and ${within(sql`${table.day}`)}
      and starts_with(${table.measure}, ${`${kind}:`})`;
  const due = sql`
    select ${requests.kind} || move.status, move.count
    from ${requests} cross join (values (':pending', -1), (':expired', 1)) as move(status, count)
    where ${isDue(ctx)} and ${ownedBy(ctx.caller, requests)} and ${requests.kind} = ${kind}
      and ${within(sql`(${requests.createdAt} at time zone 'UTC')::date`)}`;
  const rows = await readByIndex(ctx, (db) =>
    db
      .select({ measure: sql<string>`figures.measure`, count: sql<string>`sum(figures.count)::text` })
      .from(sql`(${own(dailyTotals)} union all ${own(totalChanges)} union all ${due}) as figures`)
      .groupBy(sql`figures.measure`),
  );
  return new Map(rows.map(({ measure, count }) => [measure.slice(kind.length + 1), Number(count)]));
}

/** Requests that are still open in the books, of links whose time is over. */
function isDue({ caller, now }: Pick<Ctx, "caller" | "now">) {
  const moment = sql`${now().toISOString()}::timestamptz`;
  return sql`${requests.status} = 'created' and ${requests.linkEnd} is null and ${requests.linkExpiresAt} <= ${moment}
    and ${requests.id} in (
      select ${securePaymentRequests.requestId} from ${securePayments}
      join ${securePaymentRequests} on ${securePaymentRequests.securePaymentId} = ${securePayments.id}
      where ${securePayments.platformId} = ${caller.platformId} and ${securePayments.status} = 'pending'
        and ${securePayments.expiresAt} <= ${moment})`;
}
