import { approvedProblem } from "@/components/pay/safety/approved/approved-problem";
import { comparedSteps } from "@/components/pay/safety/compared-steps";
import type { Comparison, Problem, Signer } from "@/components/pay/safety/comparison";
import { expectationOf } from "@/components/pay/safety/expected";
import { Mismatch, problemOf, requireSame } from "@/components/pay/safety/mismatch";
import type { Parsed } from "@/components/pay/safety/parse";
import { payerOf } from "@/components/pay/safety/payer";
import { recipientsOf } from "@/components/pay/safety/recipients";
import { refundOfferOf } from "@/components/pay/safety/refund/offered-refund";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { AmountError, formatAmount, parseAmount } from "@/server/lib/amount";
import type { Refund } from "@/server/requests/refunds/schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** What a merchant reads of a refund before the wallet is asked. */
export type ShownRefund = Pick<
  Refund,
  "refundId" | "amount" | "currency" | "receiver" | "paymentReference" | "approval"
>;

/** What a merchant asks to be sent back, and to whom. */
export type AskedRefund = Pick<Refund, "amount" | "currency" | "receiver">;

/**
 * Compares the transactions of a refund with what its merchant reads of it. As in `compare`, the answer is trusted in
 * nothing: what a wallet is given is built here, a payment without a fee through the proxy of the network that is compiled
 * into the page, and the answer has to agree with it byte for byte. `wallet` is the one that will sign.
 */
export function compareRefund(shown: ShownRefund, answer: unknown, wallet: Signer): Comparison {
  try {
    const payment = paymentOf(shown);
    const expectation = expectationOf(payment);
    const signer = payerOf(expectation.network, payment, wallet);
    const offer = refundOfferOf(answer);
    requireSameRefund(shown, offer.refund);
    const recipients = recipientsOf(expectation, offer.payment);
    return { ok: true, payer: signer, ...comparedSteps(expectation, recipients, offer, signer) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Why a refund is not what a second person approved; null where it is, and where it needed nobody. */
export async function approvedRefundProblem(shown: ShownRefund): Promise<Problem | null> {
  try {
    return await approvedProblem(paymentOf(shown), null);
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * Compares a refund as the service prepared it with what was asked for; null where it is the same. A receiver, an amount or
 * a token that nobody chose is not shown for the merchant to overlook.
 */
export function differenceFromAsked(asked: AskedRefund, answer: unknown): Problem | null {
  try {
    const { refund } = refundOfferOf(answer);
    const token = tokenOf(asked.currency);
    requireSame("token", token.id, refund.currency);
    requireSame("recipient", asked.receiver, refund.receiver);
    requireSame("amount", formatAmount(unitsIn(asked.amount, token), token.decimals), refund.amount);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

const FIELDS = {
  refundId: "answer",
  currency: "token",
  receiver: "recipient",
  amount: "amount",
  paymentReference: "reference",
} as const;

/** What the answer says of the refund is what its merchant reads, and nobody has sent it. */
function requireSameRefund(shown: ShownRefund, refund: Parsed): void {
  for (const name of ["refundId", "currency", "receiver", "amount", "paymentReference"] as const) {
    requireSame(FIELDS[name], shown[name], refund[name]);
  }
  requireSame("answer", "prepared", refund.state);
  const transfers = refund.transfers;
  if (!Array.isArray(transfers) || transfers.length > 0) {
    throw new Mismatch("answer", "a refund that was not sent", "one that was");
  }
}

/** A refund as the payment that it is on chain. Throws `Mismatch` for a token or an amount that there is not. */
function paymentOf({ amount, currency, receiver, paymentReference, approval }: ShownRefund): ShownPayment {
  const token = tokenOf(currency);
  return {
    kind: "single",
    network: token.network,
    legs: [
      {
        role: "payment",
        item: 0,
        currency,
        amount: String(unitsIn(amount, token)),
        recipient: { address: receiver, commitment: null },
        reference: paymentReference,
        fee: null,
      },
    ],
    payer: null,
    quote: null,
    approved: approval ? [approval] : [],
  };
}

function tokenOf(currency: string): Token {
  const token = tokenById(currency);
  if (!token) throw new Mismatch("token", "a token that is known", currency);
  return token;
}

function unitsIn(amount: string, { decimals }: Token): bigint {
  try {
    return parseAmount(amount, decimals);
  } catch (error) {
    if (error instanceof AmountError) throw new Mismatch("amount", "an amount of the token", amount);
    throw error;
  }
}
