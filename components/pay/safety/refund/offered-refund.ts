import { type Offer, stepsOf } from "@/components/pay/safety/offered";
import { anyObject, objectOf, type Parsed } from "@/components/pay/safety/parse";

/** What an answer about a refund says: of itself, and the transactions that send it, which carry no fee. */
export interface RefundOffer extends Omit<Offer, "fees" | "quote" | "bundle"> {
  refund: Parsed;
}

/** Reads the answer that prepares a refund, or has its transactions once more. Throws `Mismatch` for every other form. */
export function refundOfferOf(answer: unknown): RefundOffer {
  const parts = objectOf("answer", answer, ["refund", "transactions", "metadata"], ["safeTransaction"]);
  const refund = anyObject("refund", parts.refund);
  return { ...stepsOf(parts), safeTransaction: parts.safeTransaction, refund };
}
