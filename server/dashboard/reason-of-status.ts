import type { PaymentDetail, PaymentRow } from "@/server/dashboard/schema";

/** Why a payment is in its state, in one sentence for its owner. */
export function reasonOfStatus(
  { status, currency, securePaymentUrl, flow }: PaymentRow,
  money: PaymentDetail["money"],
): string {
  const held =
    money.held === "0" ? "" : ` ${money.held} ${currency} is held until its payer passes the access policy.`;
  switch (status) {
    case "pending":
      return `${waiting(flow, securePaymentUrl !== null)}${held}`;
    case "in_progress":
      return "A payment was seen on chain and is not confirmed deeply enough yet.";
    case "partial":
      return `${money.paid} ${currency} is confirmed; ${money.remaining} ${currency} is missing.${held}`;
    case "paid":
      return money.excess === "0"
        ? "Confirmed payments cover the amount."
        : `Confirmed payments cover the amount, with ${money.excess} ${currency} more than was asked for.`;
    case "late":
      return "Confirmed payments cover the amount, but the money came after the link had expired.";
    case "expired":
      return `The link expired and no payment counted.${held}`;
    case "compliance_failed":
      return "Screening rejected the recipient, so this payout cannot be paid.";
    case "failed":
      return "A confirmed payment left the chain and did not come back.";
    case "refunded":
      return "The payment was sent back.";
  }
}

function waiting(flow: PaymentRow["flow"], hasLink: boolean): string {
  if (!hasLink) return "No payment with its reference was seen yet.";
  return flow === "incoming"
    ? "The link waits for its payer; no payment was seen yet."
    : "The payout waits to be paid; no payment was seen yet.";
}
