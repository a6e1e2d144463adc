import type { Step } from "@/components/pay/safety/comparison";
import { builtRevocations, expectationOf } from "@/components/pay/safety/expected";
import { approvalStep } from "@/components/pay/safety/steps";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/**
 * What a payer signs to take permissions back that a payment has left over (PP-07): one allowance of zero for each
 * token, of the contract that took the payment. No answer of a server has a part in it. Amounts do not matter: what is
 * asked in another currency had none when the page opened.
 */
export function revocations(shown: ShownPayment): Step[] {
  const legs = shown.legs.map((leg) => (leg.amount === "0" ? { ...leg, amount: "1" } : leg));
  const expectation = expectationOf({ ...shown, legs });
  return builtRevocations(expectation).map((none) => approvalStep(expectation.network, none));
}
