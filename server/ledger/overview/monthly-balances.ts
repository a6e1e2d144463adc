import { and, desc, eq } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import type { Reads } from "@/server/context";
import { askedMonths } from "@/server/ledger/overview/asked-months";
import { MAX_MONTHS, type MonthlyBalances, type MonthsQuery } from "@/server/ledger/overview/schema";
import { timeZoneOf } from "@/server/ledger/overview/time-zone";
import { summedBalancesBetween } from "@/server/ledger/sums/summed-balances";

/**
 * What the wallets of the caller's account held, got and gave, month by month. Each month opens with what the one before
 * closed with. Throws 400 for months that are none, or too many.
 */
export async function monthlyBalances(
  ctx: Pick<Reads, "db" | "caller" | "now">,
  query: MonthsQuery,
): Promise<MonthlyBalances> {
  const timeZone = await timeZoneOf(ctx, query.timeZone);
  const months = askedMonths(query, { timeZone, now: ctx.now() }, { most: MAX_MONTHS, usual: 12 });
  const bounds = [
    ...months.slice(0, 1).map(({ startsAt }) => startsAt),
    ...months.map(({ endsAt }) => endsAt),
  ];
  const balances = await summedBalancesBetween(ctx, ctx.caller.platformId, bounds);
  const closedUpTo = await endOfLastClosed(ctx);
  return {
    timeZone,
    months: months
      .map(({ month, startsAt, endsAt }, i) => ({
        month,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        isClosed: closedUpTo !== null && endsAt <= closedUpTo,
        lines: (balances[i] ?? []).filter((line) =>
          [line.opening, line.received, line.sent].some((amount) => amount !== "0"),
        ),
      }))
      .reverse(),
  };
}

/** Up to where the books of the caller's account are closed; null before their first close. */
async function endOfLastClosed(ctx: Pick<Reads, "db" | "caller">): Promise<Date | null> {
  const isOwn = and(eq(ledgerPeriods.platformId, ctx.caller.platformId), eq(ledgerPeriods.state, "closed"));
  const [last] = await ctx.db
    .select({ endsAt: ledgerPeriods.endsAt })
    .from(ledgerPeriods)
    .where(isOwn)
    .orderBy(desc(ledgerPeriods.endsAt))
    .limit(1);
  return last?.endsAt ?? null;
}
