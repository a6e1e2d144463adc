import type { DEPOSIT_STATES } from "@/db/schema";

export type DepositState = (typeof DEPOSIT_STATES)[number];

/** What the two chains can show of a deposit (providers.md §2.5). */
export type DepositEvent =
  /** The source chain holds it, again where it had dropped it. */
  | "mined"
  /** The source chain dropped its transaction. */
  | "dropped"
  /** The destination holds its fill, and the payment call went through. */
  | "fill_seen"
  /** The destination holds its fill, and the money went to the payee without the payment call. */
  | "failed_call_seen"
  /** The destination holds its fill, and its depositor had the money delivered to somebody else. */
  | "redirected"
  /** The destination dropped its fill. */
  | "fill_dropped"
  /** A block of the destination is past the deadline and there is no fill. */
  | "deadline_passed"
  /** A final block of the destination is past the deadline, and its pool says: not filled. */
  | "unfillable"
  | "refund_seen"
  | "refund_dropped"
  /** Refunds take hours; this one has taken days. */
  | "refund_overdue";

/**
 * Rows are where a deposit is, columns are what happened, cells are where it goes. A fill is money that the payee has,
 * so it counts also where the source chain dropped the deposit: that loss is the relayer's.
 */
export const depositTable: Record<DepositState, Partial<Record<DepositEvent, DepositState>>> = {
  bridging: {
    fill_seen: "filled",
    failed_call_seen: "filled_call_failed",
    redirected: "failed",
    deadline_passed: "expired",
    unfillable: "refunding",
    dropped: "dropped",
  },
  filled: { fill_dropped: "bridging", failed_call_seen: "filled_call_failed", redirected: "failed" },
  filled_call_failed: { fill_dropped: "bridging", fill_seen: "filled", redirected: "failed" },
  expired: {
    fill_seen: "filled",
    failed_call_seen: "filled_call_failed",
    redirected: "failed",
    // A reorganisation of the destination can lie about its clock for a moment.
    unfillable: "refunding",
    dropped: "dropped",
  },
  refunding: { refund_seen: "refunded", refund_overdue: "failed", dropped: "dropped" },
  refunded: { refund_dropped: "refunding" },
  failed: {
    refund_seen: "refunded",
    fill_dropped: "bridging",
    fill_seen: "filled",
    failed_call_seen: "filled_call_failed",
  },
  dropped: { mined: "bridging", fill_seen: "filled", failed_call_seen: "filled_call_failed" },
};

const STATES = Object.keys(depositTable) as DepositState[];

/** States from which an event moves a deposit: the guard of every update. */
export function depositStatesBefore(event: DepositEvent): DepositState[] {
  return STATES.filter((state) => depositTable[state][event]);
}
