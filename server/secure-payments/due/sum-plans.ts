import type { FeeLineItem, FeePlan } from "@/server/fees/plan-schema";
import { formatAmount, parseAmount } from "@/server/lib/amount";

const DECIMALS = 18;

/**
 * The plan of payments that are made together: every amount is the sum of theirs, fees of one configuration and
 * receiver are one line. Null without plans, and where any payment has none (FE-10).
 */
export function sumPlans(plans: readonly (FeePlan | null)[]): FeePlan | null {
  const known = plans.flatMap((plan) => plan ?? []);
  const [first] = known;
  if (!first || known.length < plans.length) return null;
  const total = (pick: (plan: FeePlan) => string) => sumUsd(known.map(pick));
  const lines = new Map<string, FeeLineItem[]>();
  for (const fee of known.flatMap((plan) => plan.fees)) {
    const key = JSON.stringify({ ...fee, calculatedAmountUsd: null });
    lines.set(key, [...(lines.get(key) ?? []), fee]);
  }
  return {
    ...first,
    grossAmountUsd: total((plan) => plan.grossAmountUsd),
    netRecipientAmountUsd: total((plan) => plan.netRecipientAmountUsd),
    payerTotalAmountUsd: total((plan) => plan.payerTotalAmountUsd),
    totalFeesUsd: total((plan) => plan.totalFeesUsd),
    payeeBorneFeesUsd: total((plan) => plan.payeeBorneFeesUsd),
    payerBorneFeesUsd: total((plan) => plan.payerBorneFeesUsd),
    fees: [...lines.values()].flatMap(([line, ...others]) =>
      line
        ? [
            {
              ...line,
              calculatedAmountUsd: sumUsd([line, ...others].map((fee) => fee.calculatedAmountUsd)),
            },
          ]
        : [],
    ),
  };
}

/** The sum of USD amounts in their text form, exact. */
export function sumUsd(amounts: readonly string[]): string {
  const units = amounts.reduce(
    (sum, text) => sum + (/^[0.]+$/.test(text) ? 0n : parseAmount(text, DECIMALS)),
    0n,
  );
  return formatAmount(units, DECIMALS);
}
