import { type Token, tokenById } from "@/server/currencies/tokens";
import type { Total } from "@/server/dashboard/overview/totals";
import type { Overview } from "@/server/dashboard/overview-schema";
import { formatAmount } from "@/server/lib/amount";

/** USD amounts are added in units of 10^-18. */
const USD_DECIMALS = 18;

/** Confirmed money for requests, by day (UTC) and currency. */
export function receivedOf(figures: readonly Total[]): Overview["received"] {
  const sums = figures
    .filter((figure) => figure.of === "received")
    .map(({ date, what, count, amount }) => ({
      date,
      token: countedToken(what),
      units: amount,
      payments: count,
    }));
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

function countedToken(id: string): Token {
  const token = tokenById(id);
  if (!token) throw new Error(`payments in an unknown currency ${id}`);
  return token;
}
