import { NETWORKS } from "@/server/chains/networks";
import type { Token } from "@/server/currencies/tokens";
import { netAmount, planLegs } from "@/server/fees/plan-for";
import { formatAmount } from "@/server/lib/amount";
import { planLegReference } from "@/server/requests/draft";
import type { Payable } from "@/server/requests/paying/payable";
import type { Link } from "@/server/secure-payments/link";
import type { FeeBundle } from "@/server/secure-payments/wire/pay-schema";

/**
 * The fees of a single link, in the order of its plan and of their payments (FV-03 to FV-06); null without a
 * plan. A fee that has reached its receiver is not asked for again and not listed.
 */
export function feeBundleOf(link: Link, payable: Payable, wallet: string | null): FeeBundle | null {
  const { feePlan, amounts } = link;
  const [gross] = amounts;
  if (!feePlan || gross === undefined) return null;
  const { token, row } = payable;
  const legs = planLegs(feePlan, token);
  const borneBy = (bearer: string) =>
    legs.filter((leg) => leg.bearer === bearer).reduce((sum, leg) => sum + leg.amount, 0n);
  const text = (units: bigint) => formatAmount(units, token.decimals);
  const open = new Set(payable.planLegs.map((leg) => leg.paymentReference));
  return {
    bundleId: wallet === null ? null : link.row.id,
    defaultFeeBearer: feePlan.defaultFeeBearer,
    amountSummary: {
      grossAmount: text(gross),
      netRecipientAmount: text(netAmount(feePlan, token, gross)),
      totalFees: text(borneBy("payer") + borneBy("payee")),
      payeeBorneFees: text(borneBy("payee")),
      payerBorneFees: text(borneBy("payer")),
      payerTotal: text(gross + borneBy("payer")),
    },
    fees: legs.flatMap((leg, index) => {
      const reference = planLegReference(row, index);
      if (!open.has(reference)) return [];
      return [
        {
          requestId: row.requestId.slice(2),
          feeComponentId: reference,
          feeType: leg.type === "protocol" ? "protocol_fee" : "orchestrator_fee",
          feeLabel: leg.label,
          feeBearer: leg.bearer,
          amount: text(leg.amount),
          paymentCurrencyId: token.id,
          network: token.network,
          chainId: chainIdOf(token),
          recipient: leg.address,
        },
      ];
    }),
  };
}

function chainIdOf(token: Token): string {
  return String(NETWORKS[token.network].chainId);
}

/** The same payable with its fees in the order of the link's plan, which is that of their payments (FV-04). */
export function inPlanOrder({ feePlan }: Link, payable: Payable): Payable {
  if (!feePlan) return payable;
  const order = planLegs(feePlan, payable.token).map((_, index) => planLegReference(payable.row, index));
  return {
    ...payable,
    planLegs: payable.planLegs.toSorted(
      (a, b) => order.indexOf(a.paymentReference) - order.indexOf(b.paymentReference),
    ),
  };
}
