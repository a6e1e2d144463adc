import { and, eq, inArray, sql } from "drizzle-orm";
import { isCounted, requests, transfers } from "@/db/schema";
import { ownedByKey } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import type { Overview } from "@/server/dashboard/schema";
import { formatAmount } from "@/server/lib/amount";
import { SETTLED_STATES } from "@/server/payments/state";

/** USD amounts are added in units of 10^-18. */
const USD_DECIMALS = 18;

/** Confirmed money for the account's requests since a moment, by day (UTC) and currency. */
export async function receivedSince(
  ctx: Pick<Reads, "db" | "caller">,
  from: Date,
): Promise<Overview["received"]> {
  const date = sql<string>`to_char(${transfers.blockTime} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await ctx.db
    .select({
      date,
      currencyId: requests.paymentCurrency,
      amount: sql<string>`sum(${transfers.amount})::text`,
      payments: sql<number>`count(*)::int`,
    })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(
      and(
        ownedByKey(ctx.caller, transfers),
        isCounted(transfers),
        inArray(transfers.state, [...SETTLED_STATES]),
        sql`${transfers.blockTime} >= ${from.toISOString()}::timestamptz`,
        eq(requests.kind, "request"),
      ),
    )
    .groupBy(date, requests.paymentCurrency)
    .orderBy(date, requests.paymentCurrency);
  const sums = rows.map((row) => {
    const token = tokenOf(row.currencyId);
    return { date: row.date, token, units: BigInt(row.amount), payments: row.payments };
  });
  const totals = new Map<string, { token: Token; units: bigint; payments: number }>();
  for (const { token, units, payments } of sums) {
    const total = totals.get(token.id) ?? { token, units: 0n, payments: 0 };
    totals.set(token.id, { token, units: total.units + units, payments: total.payments + payments });
  }
  let usd = 0n;
  for (const { token, units } of totals.values()) {
    if (token.isStablecoin) usd += units * 10n ** BigInt(USD_DECIMALS - token.decimals);
  }
  return {
    byDay: sums.map(({ date, ...sum }) => ({ date, ...described(sum) })),
    totals: [...totals.values()].map(described),
    totalInUsd: formatAmount(usd, USD_DECIMALS),
  };
}

function described({ token, units, payments }: { token: Token; units: bigint; payments: number }) {
  const amount = formatAmount(units, token.decimals);
  return {
    network: token.network,
    currency: token.symbol,
    currencyId: token.id,
    amount,
    amountInUsd: token.isStablecoin ? amount : null,
    payments,
  };
}

function tokenOf(id: string): Token {
  const token = tokenById(id);
  if (!token) throw new Error(`payments in an unknown currency ${id}`);
  return token;
}
