import { describe, expect, test } from "vitest";
import type { Step } from "@/components/pay/safety/comparison";
import type { Refund } from "@/server/requests/refunds/schema";
import {
  CLOSED,
  type ComparedRefund,
  isBusy,
  nextRefundFlow,
  type RefundEvent,
  type RefundFlow,
  type RefundTrouble,
} from "./refund-flow";

const refund = { refundId: "R", state: "prepared" } as Refund;
const other = { refundId: "S", state: "prepared" } as Refund;
const problem = { field: "recipient", expected: "a", got: "b" } as const;
const trouble: RefundTrouble = { code: "said", message: "no" };
const compared = {
  ok: true,
  payer: "0x",
  steps: [{ kind: "approve" } as Step, { kind: "pay" } as Step],
  batch: null,
} satisfies ComparedRefund;
const sent = { hash: "0x1", wallet: "0x2" };

const STEPS: Record<string, RefundFlow> = {
  closed: CLOSED,
  choosing: { step: "choosing", trouble: null },
  preparing: { step: "preparing" },
  review: { step: "review", refund, trouble: null },
  checking: { step: "checking", refund },
  refused: { step: "refused", problem },
  "wallet, approval": { step: "wallet", refund, compared, at: 0 },
  "wallet, payment": { step: "wallet", refund, compared, at: 1 },
  settling: { step: "settling", refund, compared, at: 0 },
  sent: { step: "sent", refund, sent },
  undone: { step: "undone", refund, why: "reverted" },
};

const EVENTS: Record<string, RefundEvent> = {
  open: { type: "open" },
  resume: { type: "resume", refund: other },
  close: { type: "close" },
  ask: { type: "ask" },
  prepared: { type: "prepared", refund, problem: null },
  "prepared otherwise": { type: "prepared", refund, problem },
  check: { type: "check" },
  compared: { type: "compared", comparison: compared },
  different: { type: "compared", comparison: { ok: false, problem } },
  unanswered: { type: "unanswered", trouble },
  approving: { type: "approving" },
  approved: { type: "approved" },
  sent: { type: "sent", sent },
  declined: { type: "declined", trouble },
  undone: { type: "undone", why: "dropped" },
  arrived: { type: "arrived" },
  leave: { type: "leave" },
};

/** Rows are where a merchant is, columns are what happens; what is not named changes nothing. */
const TABLE: Record<string, Record<string, string>> = {
  closed: { open: "choosing", resume: "review" },
  choosing: { open: "choosing", resume: "review", close: "closed", ask: "preparing" },
  preparing: {
    open: "choosing",
    resume: "review",
    close: "closed",
    prepared: "review",
    "prepared otherwise": "refused",
    unanswered: "choosing",
  },
  review: { open: "choosing", resume: "review", close: "closed", check: "checking" },
  checking: { compared: "wallet 0", different: "refused", unanswered: "review" },
  refused: { open: "choosing", resume: "review", close: "closed" },
  "wallet, approval": { approving: "settling", sent: "sent", declined: "review" },
  "wallet, payment": { sent: "sent", declined: "review" },
  settling: { approved: "wallet 1", declined: "review" },
  sent: { undone: "undone", arrived: "closed", leave: "closed" },
  undone: { open: "choosing", resume: "review", close: "closed" },
};

const nameOf = (flow: RefundFlow) => (flow.step === "wallet" ? `wallet ${flow.at}` : flow.step);

describe.each(Object.keys(STEPS))("a refund that is %s", (name) => {
  const flow = STEPS[name] ?? CLOSED;

  test.each(Object.keys(EVENTS))("on %s", (happened) => {
    const next = nextRefundFlow(flow, EVENTS[happened] ?? { type: "close" });
    const expected = TABLE[name]?.[happened];
    if (expected === undefined) expect(next).toBe(flow);
    else expect(nameOf(next)).toBe(expected);
  });
});

test("what was sent, or may be, is neither forgotten nor begun again", () => {
  const busy = Object.entries(STEPS).filter(([, flow]) => isBusy(flow));
  expect(busy.map(([name]) => name)).toEqual([
    "checking",
    "wallet, approval",
    "wallet, payment",
    "settling",
    "sent",
  ]);
  for (const [, flow] of busy) expect(nextRefundFlow(flow, { type: "close" })).toBe(flow);
});

test("trouble leads back to where it can be tried again, and says what it was", () => {
  expect(nextRefundFlow({ step: "preparing" }, { type: "unanswered", trouble })).toEqual({
    step: "choosing",
    trouble,
  });
  expect(nextRefundFlow({ step: "checking", refund }, { type: "unanswered", trouble })).toEqual({
    step: "review",
    refund,
    trouble,
  });
});
