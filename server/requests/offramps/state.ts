import type { OfframpStatus } from "@/server/providers/offramp/provider";

/**
 * Rows are where an off-ramp is, cells where news of the provider may take it (events.md §3.3, behaviour.md §29). Steps
 * may be skipped, as asking may come late. What is not here is old news and ignored: nothing goes back but through
 * `bounced` and `retry_required`.
 */
export const offrampTable: Record<OfframpStatus, readonly OfframpStatus[]> = {
  awaiting_funds: [
    "initiated",
    "pending_internal_assessment",
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
  ],
  initiated: [
    "pending_internal_assessment",
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
  ],
  pending_internal_assessment: [
    "ongoing_checks",
    "sending_fiat",
    "fiat_sent",
    "bounced",
    "retry_required",
    "failed",
    "refunded",
  ],
  ongoing_checks: ["sending_fiat", "fiat_sent", "bounced", "retry_required", "failed", "refunded"],
  sending_fiat: ["fiat_sent", "bounced", "retry_required", "failed", "refunded"],
  // A bank may send money back days after it took it.
  fiat_sent: ["bounced", "refunded"],
  bounced: ["retry_required", "failed", "refunded"],
  retry_required: ["sending_fiat", "fiat_sent", "bounced", "failed", "refunded"],
  failed: [],
  refunded: [],
};

/** States in which nothing is expected any more. */
export function isOver(status: OfframpStatus): boolean {
  return offrampTable[status].length === 0;
}

/** Ended as its first move: the provider closed the deposit address before it saw a payment. */
export function isClosedUnpaid({ status, moves }: { status: OfframpStatus; moves: number }): boolean {
  return status === "failed" && moves <= 1;
}
