/** One payment that a second person approves, with all that is paid beside it. Amounts are decimal text. */
export interface ApprovedPayment {
  payee: string;
  amount: string;
  /** Canonical ID of the token, which names the network too: `USDC-sepolia`. */
  currency: string;
  /** The payment reference; of a recurring payout the digest of the permit, which names every term of it. */
  reference: string;
  /** How many payments of this amount; 1 for all but recurring payouts. */
  times: number;
  /** How often, and the date of the first one; null for a single payment. */
  frequency: string | null;
  firstPayment: string | null;
  /** What goes to others with each payment. */
  fees: readonly { payee: string; amount: string }[];
}

/** What moves money, and in which words a wallet shows it. */
export const PAYMENT_WORDS = {
  "payout.create": "Pay out",
  "schedule.create": "Pay out again and again",
  "refund.create": "Send money of a request back",
} as const;
export type PaymentVerb = keyof typeof PAYMENT_WORDS;

/**
 * What an approver signs for payments, in one line. Everything that decides where how much money goes is in it, so the page
 * of the payer can make the line again of what it is about to sign, and compare.
 */
export function wordsOfPayments(verb: PaymentVerb, payments: readonly ApprovedPayment[]): string {
  return `${PAYMENT_WORDS[verb]}: ${payments.map(wordsOfPayment).join("; ")}`;
}

function wordsOfPayment(payment: ApprovedPayment): string {
  const { payee, amount, currency, reference, times, frequency, firstPayment, fees } = payment;
  const often = frequency === null ? "" : `${times} times, ${frequency} from ${firstPayment}, each time `;
  const beside = fees.map((fee) => `, and a fee of ${fee.amount} ${currency} to ${fee.payee}`).join("");
  return `${often}${amount} ${currency} to ${payee}${beside}, with the reference ${reference}`;
}
