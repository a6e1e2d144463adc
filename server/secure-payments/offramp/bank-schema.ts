import { type Checked, decimal, flag, listOf, oneOf, orNull, shape, text } from "@/server/lib/shape";

/**
 * What a payment to a bank account waits for. Up to `other_wallet` nothing of it is on chain; after that the provider has
 * the money, or sent it back.
 */
export const BANK_STAGES = [
  "erased",
  "identity",
  "identity_pending",
  "identity_rejected",
  "agreement",
  "agreement_rejected",
  "bank_missing",
  "bank_pending",
  "bank_failed",
  "open",
  "other_wallet",
  "partly",
  "earlier_address",
  "initiated",
  "pending_internal_assessment",
  "ongoing_checks",
  "sending_fiat",
  "delivered",
  "bounced",
  "retry_required",
  "failed",
  "refunded",
] as const;
export type BankStage = (typeof BANK_STAGES)[number];

export const bankStage = oneOf<BankStage>(...BANK_STAGES);

/** Whether nothing of the payment is on chain yet. */
export function isBeforePaying(stage: BankStage): boolean {
  return BANK_STAGES.indexOf(stage) < BANK_STAGES.indexOf("partly");
}

/**
 * The bank account that gets the money. What it receives and the fees are the provider's, decimals; null while it does not
 * say. Of the account's number the last characters.
 */
export const pageBank = shape({
  bankName: orNull(text),
  account: orNull(text),
  currency: orNull(text),
  receives: orNull(decimal),
  /** Amount and rate are what they would be now: the provider exchanges when the deposit has arrived. */
  isEstimate: flag,
  /** Units of the bank's currency for one of the token, once the fees are taken off. */
  rate: orNull(decimal),
  fees: listOf(shape({ type: text, amount: decimal })),
  symbol: text,
  /** The wallet that gets back what the bank does not take. */
  returnsTo: orNull(text),
  isDelivered: flag,
});
export type PageBank = Checked<typeof pageBank>;
