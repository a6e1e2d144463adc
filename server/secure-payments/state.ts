import type { SECURE_PAYMENT_STATUSES } from "@/db/schema";

export type LinkStatus = (typeof SECURE_PAYMENT_STATUSES)[number];

/** What can happen to a link (behaviour.md §29). */
export type LinkEvent =
  /** Everything it asks for is paid. */
  | "settled"
  /** Some children of a multicall are paid. */
  | "partly_settled"
  /** A reorganisation took away what had settled it. */
  | "reopened"
  /** Its time is over (SP-14). */
  | "time_passed"
  /** It went into a batch link (SO-08). */
  | "merged"
  /** Screening rejected the recipient of a payout (AP-12). */
  | "recipient_rejected"
  /** Its owner ended its time. */
  | "cancelled"
  /** Its owner gave it more time after it was over. */
  | "extended";

/**
 * Rows are where a link is, columns are what happened, cells are where it goes. Money arrives whether or not
 * the link still asks for it, so a late payment completes an expired one.
 */
export const linkTable: Record<LinkStatus, Partial<Record<LinkEvent, LinkStatus>>> = {
  pending: {
    settled: "completed",
    partly_settled: "partially_settled",
    time_passed: "expired",
    merged: "invalidated",
    recipient_rejected: "compliance_failed",
    cancelled: "expired",
  },
  partially_settled: { settled: "completed", reopened: "pending" },
  expired: { settled: "completed", partly_settled: "partially_settled", extended: "pending" },
  completed: { partly_settled: "partially_settled", reopened: "pending" },
  invalidated: {},
  compliance_failed: {},
};

/** Where `event` takes a link, or null when it stays where it is. */
export function nextLinkStatus(from: LinkStatus, event: LinkEvent): LinkStatus | null {
  return linkTable[from][event] ?? null;
}

/** The status a reader sees: the end of a link's time does not wait for the sweep (D-24). */
export function statusAt(link: { status: LinkStatus; expiresAt: Date }, now: Date): LinkStatus {
  const isOver = link.status === "pending" && link.expiresAt <= now;
  return isOver ? (nextLinkStatus(link.status, "time_passed") ?? link.status) : link.status;
}
