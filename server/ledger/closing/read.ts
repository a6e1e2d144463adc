import { and, desc, eq, gte } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import type { Reads } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { Period } from "@/server/ledger/closing/schema";
import { Statement } from "@/server/ledger/closing/statement-schema";
import { monthIn, monthOf } from "@/server/ledger/month";

export type PeriodRow = typeof ledgerPeriods.$inferSelect;

/** Of one period of the caller's account. Throws 404. */
export async function ownPeriod(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<PeriodRow> {
  const [row] = await ctx.db
    .select()
    .from(ledgerPeriods)
    .where(and(eq(ledgerPeriods.id, id), eq(ledgerPeriods.platformId, ctx.caller.platformId)));
  if (!row) throw new ApiError("not_found", "No such period");
  return row;
}

/** The periods of the caller's account, the newest first. */
export async function listPeriods(ctx: Pick<Reads, "db" | "caller">): Promise<{ periods: Period[] }> {
  const rows = await ctx.db
    .select()
    .from(ledgerPeriods)
    .where(eq(ledgerPeriods.platformId, ctx.caller.platformId))
    .orderBy(desc(ledgerPeriods.endsAt))
    // A hundred years.
    .limit(1_200);
  return { periods: rows.map(describePeriod) };
}

export async function getPeriod(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<Period> {
  return describePeriod(await ownPeriod(ctx, id));
}

/** Whether the caller's account has closed its books up to a moment. */
export async function isClosed(ctx: Pick<Reads, "db" | "caller">, upTo: Date): Promise<boolean> {
  const isPast = and(
    eq(ledgerPeriods.platformId, ctx.caller.platformId),
    eq(ledgerPeriods.state, "closed"),
    gte(ledgerPeriods.endsAt, upTo),
  );
  return (await ctx.db.$count(ledgerPeriods, isPast)) > 0;
}

/** What was signed when it was closed. Throws 404 before. */
export async function getStatement(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<Statement> {
  const { statement } = await ownPeriod(ctx, id);
  if (statement === null) throw new ApiError("not_found", "The period is not closed");
  return Statement.parse(statement);
}

export function describePeriod(row: PeriodRow): Period {
  const { id, startsAt, endsAt, timeZone, state, differences, explanations, closedAt } = row;
  const month = monthOf(new Date(endsAt.getTime() - 1), timeZone);
  return {
    id,
    month,
    isWholeMonth: isWholeMonth(row, month),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timeZone,
    state,
    differences,
    explanations: differences.flatMap((difference) => {
      const explanation = explanations[difference.id];
      return explanation === undefined ? [] : { id: difference.id, explanation };
    }),
    comparison: Object.entries(row.blocks)
      .map(([network, { next, to }]) => ({ network, blocksLeft: blocksBetween(next, to) }))
      .sort((a, b) => (a.network < b.network ? -1 : 1)),
    closedAt: closedAt?.toISOString() ?? null,
  };
}

/** A month begins where the one before ended, which may have been another time zone's. */
const MOST_BETWEEN_ZONES_MS = 26 * 3_600_000;

function isWholeMonth({ startsAt, endsAt, timeZone }: PeriodRow, month: string): boolean {
  const whole = monthIn(month, timeZone);
  const isBegun = Math.abs(whole.startsAt.getTime() - startsAt.getTime()) <= MOST_BETWEEN_ZONES_MS;
  return isBegun && whole.endsAt.getTime() === endsAt.getTime();
}

function blocksBetween(next: string, to: string): string {
  const left = BigInt(to) - BigInt(next) + 1n;
  return (left > 0n ? left : 0n).toString();
}
