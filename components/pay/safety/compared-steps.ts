import { chosenApprovals } from "@/components/pay/safety/approvals";
import type { Step } from "@/components/pay/safety/comparison";
import { requireSameTransaction } from "@/components/pay/safety/difference";
import {
  type Built,
  builtPayment,
  type Expectation,
  type Preparation,
} from "@/components/pay/safety/expected";
import { requireSame } from "@/components/pay/safety/mismatch";
import type { Offer } from "@/components/pay/safety/offered";
import { requireSameSafeTransaction } from "@/components/pay/safety/safe-transaction";
import { approvalStep, batchOf, paymentStep } from "@/components/pay/safety/steps";
import type { Verified, WalletBatch } from "@/wallet/wallet";

type Transactions = Pick<Offer, "approvals" | "payment" | "safeTransaction" | "metadata">;

/**
 * The transactions of an expectation, built here, where an answer has the same ones byte for byte: the payment, and of our
 * approvals those that the answer says are missing. `recipients` stand beside the transfers, in full; `payer` is the wallet
 * that signs; `hide` takes out of a text what must not be told. Throws `Mismatch`.
 */
export function comparedSteps(
  expectation: Expectation,
  recipients: readonly string[],
  offer: Transactions,
  payer: string,
  hide?: (text: string) => string,
): { steps: Step[]; batch: Verified<WalletBatch> | null } {
  const { network } = expectation;
  const payment = builtPayment(expectation, recipients);
  requireSameTransaction(network, payment, offer.payment, hide);
  const approvals = chosenApprovals(expectation, offer.approvals);
  requireSameLimits(payment, approvals, offer);
  const steps = [
    ...approvals.map((approval) => approvalStep(network, approval)),
    paymentStep(expectation, payment, recipients),
  ];
  requireSameSafeTransaction(offer.safeTransaction, payer, steps);
  return { steps, batch: batchOf(network, steps) };
}

/** What may be burnt for a transaction is compiled in; the relay knows the same numbers (TR-08). */
function requireSameLimits(
  payment: Built,
  approvals: readonly Preparation[],
  { metadata }: Pick<Offer, "metadata">,
): void {
  const { paymentFeeLimit = null, approvalFeeLimit = null } = metadata;
  if (paymentFeeLimit !== null) requireSame("value", String(payment.feeLimit), paymentFeeLimit);
  if (approvalFeeLimit === null) return;
  for (const { built } of approvals) requireSame("value", String(built.feeLimit), approvalFeeLimit);
}
