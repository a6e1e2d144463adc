import { comparedSteps } from "@/components/pay/safety/compared-steps";
import type { Comparison, Signer } from "@/components/pay/safety/comparison";
import { expectationOf } from "@/components/pay/safety/expected";
import { problemOf } from "@/components/pay/safety/mismatch";
import { type Offer, offerOf } from "@/components/pay/safety/offered";
import { hiding, payerOf } from "@/components/pay/safety/payer";
import { requireQuotedAmount, requireSameQuote } from "@/components/pay/safety/quote";
import { recipientsOf } from "@/components/pay/safety/recipients";
import { requireSameStatements } from "@/components/pay/safety/statements";
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
    const payer = payerOf(expectation.network, shown, wallet);
    requireQuotedAmount(shown);
    const offer: Offer = offerOf(shown.kind, answer);
    requireSameQuote(shown.quote, offer.quote);
    const recipients = recipientsOf(expectation, offer.payment);
    const compared = comparedSteps(expectation, recipients, offer, payer, hiding(shown, recipients));
    requireSameStatements(expectation, recipients, offer);
    return { ok: true, payer, ...compared };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}
