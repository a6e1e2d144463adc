import { type Checked, count, decimal, listOf, moment, oneOf, orNull, shape, text } from "@/server/lib/shape";

/**
 * What a second person approved of a payment, as the page compares it with what it is about to have signed. The page makes the
 * line that the approver signed of this and of the payment itself, and looks who signed it.
 */
export const shownApproval = shape({
  /** The payment of the link that it belongs to, as in the transfers; 0 where there is one. */
  item: count,
  verb: oneOf("payout.create", "schedule.create", "refund.create"),
  /** In full; shortened where the link hides its recipients. */
  payee: text,
  /** `recipientCommitment` of a shortened one; null for a full one. */
  commitment: orNull(text),
  /** Decimal text, in the token. */
  amount: decimal,
  currency: text,
  reference: text,
  times: count,
  frequency: orNull(text),
  firstPayment: orNull(moment),
  fees: listOf(shape({ payee: text, amount: decimal })),
  /** The wallet that approved it, or the name of the passkey. */
  approver: text,
  approvedAt: moment,
  /** The rest of what it signed, and the signature; null where the page cannot check it: of contract wallets, of passkeys, and on Tron. */
  signed: orNull(shape({ account: text, service: text, digest: text, expires: moment, signature: text })),
});
export type ShownApproval = Checked<typeof shownApproval>;
