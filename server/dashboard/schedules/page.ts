import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recurringAttempts, recurringInstalments, recurringPayments, requests } from "@/db/schema";
import { ownedBy, refuseBrowserClient } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import { periodOf, tokensOf } from "@/server/dashboard/filter";
import { healthSql, nextDueSql } from "@/server/dashboard/schedules/health";
import {
  SCHEDULE_HEALTHS,
  type ScheduleCounts,
  type ScheduleHealth,
  type SchedulesCountsQuery,
  type SchedulesQuery,
} from "@/server/dashboard/schedules/schema";
import { beginning } from "@/server/dashboard/text-search";
import { invalidField } from "@/server/errors";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";

const t = recurringPayments;

/** Behind every moment: where schedules stand that pay nothing any more. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** When the next instalment is tried, milliseconds since 1970; `nextPaymentDate` says the same of a row. */
const nextSql =
  sql<number>`(case when ${t.status} in ('active', 'pending') and ${t.processed} < ${t.totalExecutions}
  then coalesce((extract(epoch from ${t.nextAttemptAt}) * 1000)::bigint, ${nextDueSql} * 1000)
  else ${NEVER}::bigint end)`.mapWith(Number);

/** A schedule and where it stands in a list by its next payment. */
export interface FoundSchedule {
  row: ScheduleRow;
  next: number;
}

const Cursor = z.tuple([z.string(), z.int().min(0), z.string().regex(/^[0-9A-Z]{26}$/)]);

/** Where the list goes on after this row. */
export function writeScheduleCursor({ sort }: SchedulesQuery, { row, next }: FoundSchedule): string {
  return Buffer.from(JSON.stringify([sort, next, row.id])).toString("base64url");
}

/** The schedules of the caller that fit, in the order of the query, at most `limit`. Throws 400 naming the field. */
export function readSchedules(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  query: SchedulesQuery,
  limit: number,
): Promise<FoundSchedule[]> {
  const { sort } = query;
  return ctx.db
    .select({ row: t, next: nextSql })
    .from(t)
    .where(and(ownedBy(ctx.caller, t), ...conditions(ctx, query), after(query)))
    .orderBy(...(sort === "next" ? [nextSql, t.id] : [sort === "created" ? t.id : desc(t.id)]))
    .limit(limit);
}

/**
 * How many schedules of the caller fit, by how they are doing, and how many there are. An account has few of them.
 * Throws 400 naming the field.
 */
export async function countSchedules(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  query: SchedulesCountsQuery,
): Promise<ScheduleCounts> {
  refuseBrowserClient(ctx.caller);
  const own = ownedBy(ctx.caller, t);
  const [total, rows] = await Promise.all([
    ctx.db.$count(t, own),
    ctx.db
      .select({ health: sql<ScheduleHealth>`counted.health`, count: sql<number>`count(*)::int` })
      .from(
        ctx.db
          .select({ health: sql`${healthSql(ctx.now())}`.as("health") })
          .from(t)
          .where(and(own, ...conditions(ctx, { ...query, sort: "-created" })))
          .as("counted"),
      )
      .groupBy(sql`counted.health`),
  ]);
  const counts = new Map(rows.map(({ health, count }) => [health, count]));
  const entries = SCHEDULE_HEALTHS.map((health) => [health, counts.get(health) ?? 0] as const);
  // Every state is there; `fromEntries` cannot know.
  return { total, byHealth: Object.fromEntries(entries) as Record<ScheduleHealth, number> };
}

function conditions(ctx: Pick<Reads, "now">, query: SchedulesQuery): (SQL | undefined)[] {
  const { from, until } = periodOf(query);
  const healths = query.health?.split(",");
  const text = query.q?.trim();
  const isNarrowed = query.network !== undefined || query.token !== undefined;
  return [
    healths && inArray(healthSql(ctx.now()), healths),
    isNarrowed
      ? inArray(
          t.paymentCurrency,
          tokensOf(query).map(({ id }) => id),
        )
      : undefined,
    from ? gte(t.createdAt, from) : undefined,
    until ? lt(t.createdAt, until) : undefined,
    text ? matching(text) : undefined,
  ];
}

function matching(text: string): SQL | undefined {
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  const wallet = /^(?:0x[0-9a-f]{4,40}|T[1-9A-Za-z]{4,33})$/i.test(text)
    ? sql`(${t.payee} ilike ${`${escaped}%`} or ${t.payer} ilike ${`${escaped}%`})`
    : undefined;
  const [page] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text) ?? [];
  return or(
    sql`${t.reference} ilike ${`%${escaped}%`}`,
    /^[0-7][0-9a-z]{5,25}$/i.test(text) ? sql`starts_with(${t.id}, ${text.toUpperCase()})` : undefined,
    page === undefined ? undefined : eq(t.pageToken, page.toLowerCase()),
    wallet,
    ofRequest(text),
    ofTransaction(text),
  );
}

function ofRequest(text: string): SQL | undefined {
  if (!/^01[0-9a-f]{4,64}$/i.test(text)) return undefined;
  const { low, high } = beginning(text, 66);
  return sql`exists (select 1 from ${recurringInstalments} join ${requests}
    on ${requests.id} = ${recurringInstalments.requestId}
    where ${recurringInstalments.recurringPaymentId} = ${t.id} and ${requests.requestId} between ${low} and ${high})`;
}

function ofTransaction(text: string): SQL | undefined {
  if (!/^(?:0x[0-9a-f]{4,64}|[0-9a-f]{8,64})$/i.test(text)) return undefined;
  const { low, high } = beginning(text.replace(/^0x/i, ""), 64);
  return sql`exists (select 1 from ${recurringInstalments} join ${recurringAttempts}
    on ${recurringAttempts.instalmentId} = ${recurringInstalments.id}
    where ${recurringInstalments.recurringPaymentId} = ${t.id} and ${recurringAttempts.txHash} between ${low} and ${high})`;
}

function after({ sort, cursor }: SchedulesQuery): SQL | undefined {
  if (cursor === undefined) return undefined;
  const parsed = Cursor.safeParse(jsonIn(cursor));
  if (!parsed.success || parsed.data[0] !== sort) {
    throw invalidField("cursor", "cursor must be one that an answer with the same order gave");
  }
  const [, next, id] = parsed.data;
  if (sort === "next") return sql`(${nextSql}, ${t.id}) > (${next}::bigint, ${id})`;
  return sort === "created" ? sql`${t.id} > ${id}` : sql`${t.id} < ${id}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
