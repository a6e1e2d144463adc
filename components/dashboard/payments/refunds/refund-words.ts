import { ENGLISH_WALLET_LABELS, withName } from "@/components/wallet/labels";
import type { Refund } from "@/server/requests/refunds/schema";
import type { RefundTrouble } from "./refund-flow";

/** Where a refund is, in words, and how it is coloured. */
export const REFUND_STATES: Record<Refund["state"], { word: string; tone: RefundTone }> = {
  prepared: { word: "Not sent yet", tone: "warning" },
  seen: { word: "Being confirmed", tone: "info" },
  confirmed: { word: "Sent back", tone: "positive" },
  taken_back: { word: "Taken back by the network", tone: "danger" },
  expired: { word: "Not sent", tone: "neutral" },
};

type RefundTone = "neutral" | "info" | "positive" | "warning" | "danger";

/** Why the last thing did not happen, in words. */
export function troubleWords(trouble: RefundTrouble): string {
  switch (trouble.code) {
    case "said":
      return trouble.message;
    case "not_relayed":
      return "The network did not take the transaction. Nothing was sent; try again.";
    case "not_approved":
      return "The approval is not in the chain as it was asked for. Nothing was sent back; try again.";
    case "wallet":
      return withName(ENGLISH_WALLET_LABELS.errors[trouble.reason], trouble.name);
  }
}

/** Whether nothing is wrong: the merchant goes on as before. */
export function isMild(trouble: RefundTrouble): boolean {
  return trouble.code === "wallet" && trouble.reason === "rejected";
}
