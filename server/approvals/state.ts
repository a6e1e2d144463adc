import type { APPROVAL_STATES } from "@/db/schema";

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What can happen to an approval. */
export const APPROVAL_EVENTS = [
  /** Another person who may do the thing approved it, it still is what it was, and it was done. */
  "executed",
  /** The same, but doing it was refused by a rule of the thing itself. */
  "execution_failed",
  /** The same, but something outside could not be asked. */
  "execution_unavailable",
  /** Another person approved, and what the thing was to change is not as it was. */
  "content_changed",
  /** Another person approved, and the asker is no member any more, or not in a role for this. */
  "asker_lost",
  /** Whoever asked approved it, by whatever credential. */
  "approved_by_asker",
  /** Somebody approved who is no member any more, or not in a role for this. */
  "approver_lost",
  /** Another person who may do the thing refused it. */
  "refused_by_other",
  /** Whoever asked took it back. */
  "withdrawn_by_asker",
  /** Its time is over. */
  "time_passed",
  /** The account wants a second person for other things than when it was asked. */
  "policy_changed",
] as const;
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number];

/**
 * Rows are where an approval is, columns are what happened, cells are where it goes; where there is none it stays. There is
 * no state between approved and done: both are one commit. What is over stays as it is, whatever happens.
 */
const approvalTable: Record<ApprovalState, Partial<Record<ApprovalEvent, ApprovalState>>> = {
  waiting: {
    executed: "approved",
    execution_failed: "fallen",
    // execution_unavailable: it can be approved again in a minute.
    content_changed: "fallen",
    asker_lost: "fallen",
    // approved_by_asker, approver_lost: refused, and nothing comes of it.
    refused_by_other: "refused",
    withdrawn_by_asker: "withdrawn",
    time_passed: "expired",
    // policy_changed: what waits was asked for under the rule of then, and goes on waiting also where the rule was loosened.
  },
  approved: {},
  refused: {},
  withdrawn: {},
  expired: {},
  fallen: {},
};

/** Where `event` takes an approval, or null when it stays where it is. */
export function nextApprovalState(from: ApprovalState, event: ApprovalEvent): ApprovalState | null {
  return approvalTable[from][event] ?? null;
}

/** What an approval would change, as it is when somebody approves. */
export const CONTENT_STATES = [
  /** As it was when somebody asked. */
  "same",
  /** Something else stands there now. */
  "changed",
  /** It is not there any more, or its own rules refuse the change: deleted, removed, paid, given up. */
  "gone",
  /** A chain or a price cannot be asked at the moment. */
  "unknown",
] as const;
export type ContentState = (typeof CONTENT_STATES)[number];

/** What approving comes to: the pair of where the approval is and what has become of its content. */
export function eventOfApproving(content: ContentState): ApprovalEvent {
  const events: Record<ContentState, ApprovalEvent> = {
    same: "executed",
    changed: "content_changed",
    gone: "execution_failed",
    unknown: "execution_unavailable",
  };
  return events[content];
}
