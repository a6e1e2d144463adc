import type { Step } from "@/components/pay/safety/comparison";
import { builtRevocations, expectationOf } from "@/components/pay/safety/expected";
import { approvalStep } from "@/components/pay/safety/steps";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/**
 * What a payer signs to take permissions back that a payment has left over (PP-07): one allowance of zero for each
 * token, of the contract that took the payment. No answer of a server has a part in it.
 */
export function revocations(shown: ShownPayment): Step[] {
  const expectation = expectationOf(shown);
  return builtRevocations(expectation).map((none) => approvalStep(expectation.network, none));
}
