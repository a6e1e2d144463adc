import { and, asc, eq, gt, lt } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import type { Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import { Statement } from "@/server/ledger/closing/statement-schema";
import type { Span } from "@/server/ledger/month";
import type { Reconciliation, ReconciliationQuery } from "@/server/ledger/reconciliation/schema";
import { totalsOf } from "@/server/ledger/reconciliation/totals";
import { unmatchedIn } from "@/server/ledger/reconciliation/unmatched";
import { summedBalancesBetween } from "@/server/ledger/sums/summed-balances";

/**
 * What the journal of the caller's account says of a period of any length: balances by wallet and currency, totals by account,
 * what the chain said otherwise, and receipts that no request has. Throws 400 for a period that ends before it begins.
 */
export async function reconcile(
  ctx: Pick<Reads, "db" | "caller">,
  { from, to }: ReconciliationQuery,
): Promise<Reconciliation> {
  const span = { startsAt: new Date(from), endsAt: new Date(to) };
  if (span.startsAt >= span.endsAt) throw invalidField("to", "to must be later than from");
  const { platformId } = ctx.caller;
  const [balances = []] = await summedBalancesBetween(ctx, platformId, [span.startsAt, span.endsAt]);
  return {
    from: span.startsAt.toISOString(),
    to: span.endsAt.toISOString(),
    balances,
    totals: await totalsOf(ctx, platformId, span),
    comparisons: await comparisonsIn(ctx, platformId, span),
    ...(await unmatchedIn(ctx, platformId, span)),
  };
}

async function comparisonsIn(
  ctx: Pick<Reads, "db">,
  platformId: string,
  { startsAt, endsAt }: Span,
): Promise<Reconciliation["comparisons"]> {
  const rows = await ctx.db
    .select()
    .from(ledgerPeriods)
    .where(
      and(
        eq(ledgerPeriods.platformId, platformId),
        lt(ledgerPeriods.startsAt, endsAt),
        gt(ledgerPeriods.endsAt, startsAt),
      ),
    )
    .orderBy(asc(ledgerPeriods.endsAt));
  return rows.map(({ id, statement, differences, ...row }) => {
    const explained = statement === null ? [] : Statement.parse(statement).message.differences;
    const words = new Map(explained.map((one) => [one.id, one.explanation]));
    return {
      periodId: id,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      state: row.state,
      differences: differences.map((one) => ({ ...one, explanation: words.get(one.id) ?? null })),
    };
  });
}
