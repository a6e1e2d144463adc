import { compare as compareWithShown } from "@/components/pay/safety/compare";
import type { Comparison } from "@/components/pay/safety/comparison";
import { type ExpectedPayment, familyOf, shownOf } from "@/sdk/safety/expected-payment";

/**
 * Compares the transactions that the API made for a payment with what the payer was told, by the code of the payer's page
 * (behaviour.md PP-01). `plan` is the parsed answer of `/pay` and is trusted in nothing: the steps that come back are built
 * here, from `expected` and from the addresses of contracts and tokens in this package, and the plan has to agree with them
 * byte for byte. Sign those, in their order, and nothing of the plan. `problem` says what differs; then sign nothing.
 *
 * Payments in another currency than they are asked for in, and payments from another network, are refused: their prices
 * come with the answer.
 * @throws TypeError where `expected` names a network, currency or amount that does not exist
 */
export function compare(plan: unknown, expected: ExpectedPayment): Comparison {
  const shown = shownOf(expected);
  const wallet = { family: familyOf(expected.network), address: expected.wallet };
  return compareWithShown(shown, asLinkPlan(plan), wallet);
}

/** The answer for a request says less about itself than that for a link; what both say is the same. */
function asLinkPlan(plan: unknown): unknown {
  if (typeof plan !== "object" || plan === null) return plan;
  const isOfRequest = "transactions" in plan && !("paymentType" in plan);
  return isOfRequest ? { ...plan, paymentType: "single", feeBundle: null } : plan;
}
