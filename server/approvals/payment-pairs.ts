import type { PaymentVerb } from "@/server/approvals/payment-words";
import type { ContentState } from "@/server/approvals/state";

/**
 * An approval of a payment beside what it would create: in which state that can be when somebody approves, and what it makes
 * of the approval (`eventOfApproving`). Rows are what moves money, columns what has happened since it was asked for. Once the
 * payment is created it is in the states of its own kind, and the approval in none but `approved`.
 */
export const PAYMENT_PAIRS = {
  "payout.create": {
    as_asked: "same",
    // A link that nobody can pay is created, as without an approval.
    recipient_rejected: "same",
    // Its fees are part of what was approved.
    fees_changed: "changed",
    payouts_forbidden: "gone",
    client_id_revoked: "gone",
    screening_silent: "unknown",
  },
  "schedule.create": {
    as_asked: "same",
    fees_changed: "changed",
    first_date_passed: "gone",
    payouts_forbidden: "gone",
    client_id_revoked: "gone",
    chain_silent: "unknown",
  },
  "refund.create": {
    as_asked: "same",
    request_expired: "same",
    request_cancelled: "same",
    // Of a refund that named no amount, "all of it" is another sum now.
    more_paid: "changed",
    refunded_partly: "changed",
    // Of a refund that named its amount.
    less_left_than_named: "gone",
    refunded_wholly: "gone",
    payment_reorganised_away: "gone",
    payer_named_another_address: "gone",
    address_rejected: "gone",
    screening_silent: "unknown",
    chain_silent: "unknown",
  },
} as const satisfies Record<PaymentVerb, Record<string, ContentState>>;
