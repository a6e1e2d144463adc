import type { SignedCall } from "@/server/chains/adapter";
import type { Network } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import type { PaymentPlan } from "@/server/requests/paying/payment-plan";
import { possibleApprovals } from "@/server/requests/paying/readiness";
import { differencesOf, type ExpectedCall, mismatch } from "@/server/secure-payments/intents/send-signed";

/** One transaction that somebody who pays may be expected to sign. */
export interface Expected extends ExpectedCall {
  isPayment: boolean;
}

/** The payment of a plan, and the approvals that may come before it. */
export function expectedOf(network: Network, plan: PaymentPlan): Expected[] {
  const { approval: terms } = paymentCalls(network);
  return [
    { isPayment: true, ...plan.call, feeLimit: plan.feeLimit ?? 0n },
    ...possibleApprovals(network, plan).map((call) => ({
      isPayment: false,
      ...call,
      feeLimit: terms.feeLimit ?? 0n,
    })),
  ];
}

/** The expected transaction that was signed. Throws 400 naming what differs from the one that comes nearest. */
export function matching(call: SignedCall, expected: readonly Expected[]): Expected {
  const compared = expected.map((one) => ({ one, differences: differencesOf(call, one) }));
  const [nearest] = compared.toSorted((a, b) => a.differences.length - b.differences.length);
  if (!nearest) throw new Error("a payment expects no transaction");
  if (nearest.differences.length > 0) throw mismatch(`${nearest.differences.join(", ")} not as expected`);
  return nearest.one;
}
