import type { PaymentDetail, TimelineEntry } from "@/server/dashboard/detail-schema";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { writtenAmount } from "@/server/lib/sentences/written-amount";
import type { Offramp } from "@/server/requests/offramps/schema";

/** What there is to say beside the status. */
export interface PaymentFacts {
  money: PaymentDetail["money"];
  /** Every transfer that named the request, oldest first. */
  transfers: readonly TimelineEntry[];
  /** How many transfers count and are not shown. */
  omitted: number;
  /** What was sent back to its payers, in the currency it was paid in; `0` for nothing. */
  refunded: { amount: string; currency: string };
  /** Its way to a bank account, where it has one. */
  offramp: Pick<Offramp, "explanation" | "subStatus"> | null;
  /** The link's time is over. */
  isOver: boolean;
}

/** Why a payment is in its state, in a sentence or two for its owner. */
export function reasonOfStatus(payment: PaymentRow, facts: PaymentFacts): string {
  const { omitted, refunded } = facts;
  return sentences(
    whyItIsSo(payment, facts),
    refunded.amount !== "0" &&
      payment.status !== "refunded" &&
      `${writtenAmount(refunded.amount, refunded.currency)} of it was sent back.`,
    omitted > 0 && `${omitted} more transfers that count are not shown.`,
  );
}

function whyItIsSo(payment: PaymentRow, facts: PaymentFacts): string {
  const { status, currency } = payment;
  const { money, offramp } = facts;
  const excess = writtenAmount(money.excess, currency);
  switch (status) {
    case "pending":
      return sentences(waiting(payment, facts), uncredited(facts), held(facts));
    case "in_progress":
      if (offramp && offramp.subStatus !== "awaiting_funds") return offramp.explanation;
      return "A payment was seen on chain and is not confirmed deeply enough yet.";
    case "partial":
      return sentences(
        `${writtenAmount(money.paid, currency)} is confirmed; ${writtenAmount(money.remaining, currency)} is missing.`,
        facts.isOver && "The link has expired and does not take the rest.",
        offramp !== null && offramp.subStatus !== "awaiting_funds" && offramp.explanation,
        uncredited(facts),
        held(facts),
      );
    case "paid":
      if (offramp) {
        return sentences(
          offramp.explanation,
          money.excess !== "0" && `${excess} more than was asked for was paid.`,
        );
      }
      if (money.underpaid !== "0") {
        return `Confirmed payments cover the amount but ${writtenAmount(money.underpaid, currency)}, which is tolerated.`;
      }
      return money.excess === "0"
        ? "Confirmed payments cover the amount."
        : `Confirmed payments cover the amount, with ${excess} more than was asked for.`;
    case "late":
      return "Confirmed payments cover the amount, but the money came after the link had expired.";
    case "expired":
      return sentences("The link expired and no payment counted.", uncredited(facts), held(facts));
    case "compliance_failed":
      return "Screening rejected the recipient, so this payout cannot be paid.";
    case "failed":
      if (offramp) return offramp.explanation;
      return "A confirmed payment left the chain and did not come back.";
    case "refunded":
      if (offramp) return offramp.explanation;
      return `It was paid, and all of it was sent back: ${writtenAmount(facts.refunded.amount, facts.refunded.currency)}.`;
  }
}

function waiting({ flow, securePaymentUrl }: PaymentRow, { transfers }: PaymentFacts): string {
  if (transfers.length > 0) return "Nothing that counts was paid yet.";
  if (securePaymentUrl === null) return "No payment with its reference was seen yet.";
  return flow === "incoming"
    ? "The link waits for its payer; no payment was seen yet."
    : "The payout waits to be paid; no payment was seen yet.";
}

/** Held money has a sentence of its own, and a transfer of nothing brought no money. */
const HAS_NO_SAY = new Set<string | null>(["payer_not_approved", "unvalued", "zero_amount"]);

/** Why the newest money that came does not count. */
function uncredited({ transfers }: PaymentFacts): string | false {
  const last = transfers.findLast(
    (entry) =>
      entry.kind === "transfer_orphaned" ||
      (entry.kind === "transfer_ignored" && !HAS_NO_SAY.has(entry.transfer.ignoredReason)),
  );
  return last?.reason ?? false;
}

function held({ money, transfers }: PaymentFacts): string | false {
  if (money.held === "0") return false;
  const isOf = (reason: string) =>
    transfers.some((entry) => entry.kind === "transfer_ignored" && entry.transfer.ignoredReason === reason);
  const until = [
    isOf("payer_not_approved") && "its payer passes the access policy",
    isOf("unvalued") && "somebody can say what it is worth",
  ].filter((part) => part !== false);
  const amount = writtenAmount(money.held, money.heldCurrency);
  return `${amount} is held until ${until.join(" and ") || "it is decided about"}.`;
}

function sentences(...parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(" ");
}
