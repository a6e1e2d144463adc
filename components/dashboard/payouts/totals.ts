import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { formatAmount, parseAmount } from "@/server/lib/amount";

/** Decimals that hold the amounts of every token: sums stay exact. */
const DECIMALS = 18;

export interface Total {
  network: string;
  currency: string;
  amount: string;
  payouts: number;
}

/** Sums by network and token, exact. */
export function totalsOf(rows: readonly Pick<PaymentRow, "network" | "currency" | "amount">[]): Total[] {
  const sums = new Map<string, { network: string; currency: string; units: bigint; payouts: number }>();
  for (const { network, currency, amount } of rows) {
    const key = `${network} ${currency}`;
    const sum = sums.get(key) ?? { network, currency, units: 0n, payouts: 0 };
    sum.units += parseAmount(amount, DECIMALS);
    sum.payouts += 1;
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ units, ...rest }) => ({ ...rest, amount: formatAmount(units, DECIMALS) }));
}
