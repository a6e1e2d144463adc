import { netAmount, planLegs } from "@/server/fees/plan-for";
import { formatAmount } from "@/server/lib/amount";
import { sumUsd } from "@/server/secure-payments/due/sum-plans";
import type { MulticallChild } from "@/server/secure-payments/multicall/multicall";
import type { AmountSummary } from "@/server/secure-payments/wire/pay-schema";

/** The amounts of one child, as text in its currency. */
function amountsOf({ link, payable: { token } }: MulticallChild): AmountSummary {
  const { feePlan } = link;
  const gross = link.amounts[0] ?? 0n;
  const legs = feePlan ? planLegs(feePlan, token) : [];
  const borneBy = (bearer: string) =>
    legs.filter((leg) => leg.bearer === bearer).reduce((sum, leg) => sum + leg.amount, 0n);
  const [payer, payee] = [borneBy("payer"), borneBy("payee")];
  const text = (units: bigint) => formatAmount(units, token.decimals);
  return {
    grossAmount: text(gross),
    netRecipientAmount: text(netAmount(feePlan, token, gross)),
    totalFees: text(payer + payee),
    payeeBorneFees: text(payee),
    payerBorneFees: text(payer),
    payerTotal: text(gross + payer),
  };
}

/**
 * What all children cost together: in their currency when it is one. Different currencies have no sum, so there
 * it is that of the fee plans in USD, and 0 where a child has none.
 */
export function summaryOf(children: readonly MulticallChild[]): AmountSummary {
  const symbols = new Set(children.map(({ payable }) => payable.token.symbol));
  const parts = symbols.size <= 1 ? children.map(amountsOf) : inUsd(children);
  const total = (field: keyof AmountSummary) => sumUsd(parts.map((part) => part[field]));
  return {
    grossAmount: total("grossAmount"),
    netRecipientAmount: total("netRecipientAmount"),
    totalFees: total("totalFees"),
    payeeBorneFees: total("payeeBorneFees"),
    payerBorneFees: total("payerBorneFees"),
    payerTotal: total("payerTotal"),
  };
}

function inUsd(children: readonly MulticallChild[]): AmountSummary[] {
  const plans = children.flatMap(({ link }) => link.feePlan ?? []);
  if (plans.length < children.length) return [];
  return plans.map((plan) => ({
    grossAmount: plan.grossAmountUsd,
    netRecipientAmount: plan.netRecipientAmountUsd,
    totalFees: plan.totalFeesUsd,
    payeeBorneFees: plan.payeeBorneFeesUsd,
    payerBorneFees: plan.payerBorneFeesUsd,
    payerTotal: plan.payerTotalAmountUsd,
  }));
}
