import type { FeePlan } from "@/server/fees/plan-schema";
import { sumUsd } from "@/server/secure-payments/due/sum-plans";
import type { Link } from "@/server/secure-payments/link";
import { ResolvedDestination } from "@/server/secure-payments/wire/link-schema";
import type { PaymentAnalytics } from "@/server/secure-payments/wire/read-schema";

/** Figures for the page's own statistics (FV-07); without amounts and recipients where these are hidden. */
export function analyticsOf(link: Link, isHidden: boolean): PaymentAnalytics {
  const { row, feePlan, policy } = link;
  const provider = row.flow === "outgoing" ? policy.providers[0]?.id : undefined;
  const open: PaymentAnalytics = {
    creationTimestamp: row.createdAt.toISOString(),
    ...(provider ? { payoutKytProvider: provider } : {}),
  };
  if (isHidden) return open;
  const destination = ResolvedDestination.nullable().parse(row.destination);
  return {
    ...open,
    ...(feePlan ? feeFigures(feePlan) : { feeAmountsUsdUnavailableReason: "fee_plan_unavailable" }),
    numberOfPaymentsExcludingFees: link.requests.length,
    ...(destination?.destinationId && !policy.hidePayeeAddress
      ? { destinationIds: [destination.destinationId] }
      : {}),
  };
}

function feeFigures(plan: FeePlan): PaymentAnalytics {
  const sum = (type: string, bearer?: "payer" | "payee") =>
    sumUsd(
      plan.fees
        .filter((fee) => fee.type === type && (bearer === undefined || fee.feeBearer === bearer))
        .map((fee) => fee.calculatedAmountUsd),
    );
  return {
    totalPaymentAmountUsd: plan.grossAmountUsd,
    protocolFeeAmountUsd: sum("protocol_fee"),
    orchestratorPayerFeeAmountUsd: sum("orchestrator_fee", "payer"),
    orchestratorRecipientFeeAmountUsd: sum("orchestrator_fee", "payee"),
  };
}
