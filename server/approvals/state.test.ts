import { describe, expect, test } from "vitest";
import { APPROVAL_STATES } from "@/db/schema";
import {
  APPROVAL_EVENTS,
  type ApprovalEvent,
  type ApprovalState,
  CONTENT_STATES,
  type ContentState,
  eventOfApproving,
  nextApprovalState,
} from "@/server/approvals/state";

/** Every event for an approval that waits; null where it goes on waiting. */
const WAITING: Record<ApprovalEvent, ApprovalState | null> = {
  executed: "approved",
  execution_failed: "fallen",
  execution_unavailable: null,
  content_changed: "fallen",
  asker_lost: "fallen",
  approved_by_asker: null,
  approver_lost: null,
  refused_by_other: "refused",
  withdrawn_by_asker: "withdrawn",
  time_passed: "expired",
  policy_changed: null,
};

const pairs = APPROVAL_STATES.flatMap((state) => APPROVAL_EVENTS.map((event) => ({ state, event })));

describe("every pair of a state and an event", () => {
  test.each(pairs)("$state, $event", ({ state, event }) => {
    expect(nextApprovalState(state, event)).toBe(state === "waiting" ? WAITING[event] : null);
  });
});

/** Every state of an approval with every state of its content, when another person approves. */
const APPROVED_WITH: Record<ContentState, ApprovalState | null> = {
  same: "approved",
  changed: "fallen",
  gone: "fallen",
  unknown: null,
};

describe("every pair of a state and what has become of the content", () => {
  test.each(APPROVAL_STATES.flatMap((state) => CONTENT_STATES.map((content) => ({ state, content }))))(
    "$state, $content",
    ({ state, content }) => {
      const next = nextApprovalState(state, eventOfApproving(content));
      expect(next).toBe(state === "waiting" ? APPROVED_WITH[content] : null);
    },
  );
});
