import { chosenApprovals } from "@/components/pay/safety/approvals";
import type { Comparison, Signer } from "@/components/pay/safety/comparison";
import { requireSameTransaction } from "@/components/pay/safety/difference";
import { type Built, builtPayment, expectationOf, type Preparation } from "@/components/pay/safety/expected";
import { problemOf, requireSame } from "@/components/pay/safety/mismatch";
import { type Offer, offerOf } from "@/components/pay/safety/offered";
import { hiding, payerOf } from "@/components/pay/safety/payer";
import { requireQuotedAmount, requireSameQuote } from "@/components/pay/safety/quote";
import { recipientsOf } from "@/components/pay/safety/recipients";
import { requireSameSafeTransaction } from "@/components/pay/safety/safe-transaction";
import { requireSameStatements } from "@/components/pay/safety/statements";
import { approvalStep, batchOf, paymentStep } from "@/components/pay/safety/steps";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/**
 * Compares the answer of `/pay` with what the payer was shown (PP-01, `docs/decisions/compared-transactions.md`). `answer` is the parsed JSON and
 * is trusted in nothing: the transactions handed back are built here, from `shown` and the addresses compiled into
 * the page, and the answer has to agree with them byte for byte. All it decides is which of the approvals that this
 * payment may need are still missing, and it can ask for none above what the payment takes.
 *
 * `wallet` is the one that will sign: it has to be the one that was approved.
 */
export function compare(shown: ShownPayment, answer: unknown, wallet: Signer): Comparison {
  try {
    const expectation = expectationOf(shown);
    const { network } = expectation;
    const payer = payerOf(network, shown, wallet);
    requireQuotedAmount(shown);
    const offer: Offer = offerOf(shown.kind, answer);
    requireSameQuote(shown.quote, offer.quote);
    const recipients = recipientsOf(expectation, offer.payment);
    const payment = builtPayment(expectation, recipients);
    requireSameTransaction(network, payment, offer.payment, hiding(shown, recipients));
    const approvals = chosenApprovals(expectation, offer.approvals);
    requireSameStatements(expectation, recipients, offer);
    requireSameLimits(payment, approvals, offer);
    const steps = [
      ...approvals.map((approval) => approvalStep(network, approval)),
      paymentStep(expectation, payment, recipients),
    ];
    requireSameSafeTransaction(offer.safeTransaction, payer, steps);
    return { ok: true, payer, steps, batch: batchOf(network, steps) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** What may be burnt for a transaction is compiled in; the relay knows the same numbers (TR-08). */
function requireSameLimits(payment: Built, approvals: readonly Preparation[], { metadata }: Offer): void {
  const { paymentFeeLimit = null, approvalFeeLimit = null } = metadata;
  if (paymentFeeLimit !== null) requireSame("value", String(payment.feeLimit), paymentFeeLimit);
  if (approvalFeeLimit === null) return;
  for (const { built } of approvals) requireSame("value", String(built.feeLimit), approvalFeeLimit);
}
