import { sql } from "drizzle-orm";
import { requests } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import { TOKENS } from "@/server/currencies/tokens";
import { type Overview, PAYMENT_STATUSES, type PaymentStatus } from "@/server/dashboard/schema";
import {
  isOnShelf,
  type PaymentKind,
  shelvesOf,
  statusSql,
  usedCurrencies,
} from "@/server/dashboard/shelves";

type Reading = Pick<Reads, "db" | "caller" | "now">;

/** How many payments that were created since a moment are in each status now. */
export async function countsSince(ctx: Reading, from: Date): Promise<Overview["counts"]> {
  const [incoming, outgoing] = await Promise.all([
    countsOf(ctx, "request", from),
    countsOf(ctx, "payout", from),
  ]);
  return { incoming, outgoing };
}

async function countsOf(ctx: Reading, kind: PaymentKind, from: Date): Promise<Record<PaymentStatus, number>> {
  const rows = await ctx.db
    .select({ status: sql<PaymentStatus>`own.status`, payments: sql<number>`sum(own.payments)::int` })
    .from(
      sql`${usedCurrencies(ctx, { kind, currencies: TOKENS })} as currency
      cross join ${shelvesOf(PAYMENT_STATUSES)} as shelf cross join lateral (
        select ${statusSql(ctx)} as status, count(*) as payments from ${requests}
        where ${isOnShelf(ctx, kind)} and ${ownedBy(ctx.caller, requests)} and ${requests.kind} = ${kind}
          and ${requests.createdAt} >= ${from.toISOString()}::timestamptz
        group by 1) as own`,
    )
    .groupBy(sql`own.status`);
  const counts = new Map(rows.map((row) => [row.status, row.payments]));
  const entries = PAYMENT_STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  // Every status is there; `fromEntries` cannot know.
  return Object.fromEntries(entries) as Record<PaymentStatus, number>;
}
