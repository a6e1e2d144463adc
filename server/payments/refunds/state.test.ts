import { describe, expect, test } from "vitest";
import {
  HOLDING_STATES,
  nextRefundState,
  type RefundEvent,
  type RefundState,
  refundStatesBefore,
} from "@/server/payments/refunds/state";

const EVENTS = [
  "mined",
  "deep_enough",
  "reorganised",
  "time_passed",
  "given_up",
] as const satisfies readonly RefundEvent[];

/** Where each refund goes when this happens, in the order of `EVENTS`; null where it stays. */
const TABLE: Record<RefundState, readonly (RefundState | null)[]> = {
  prepared: ["seen", "confirmed", null, "expired", "expired"],
  seen: [null, "confirmed", "taken_back", null, null],
  confirmed: ["seen", null, "taken_back", null, null],
  taken_back: ["seen", "confirmed", null, "expired", null],
  expired: ["seen", "confirmed", null, null, null],
};

describe.each(Object.entries(TABLE))("a refund that is %s", (from, cells) => {
  test.each(EVENTS.map((event, index) => [event, cells[index]] as const))("%s -> %s", (event, to) => {
    expect(nextRefundState(from as RefundState, event)).toBe(to);
  });
});

test.each(EVENTS)("%s moves those refunds that the table says, and no other", (event) => {
  const column = EVENTS.indexOf(event);
  const moved = Object.entries(TABLE).flatMap(([state, cells]) => (cells[column] ? [state] : []));
  expect(refundStatesBefore(event).toSorted()).toEqual(moved.toSorted());
});

test("the amount of a refund is free again once its time is over, and only then", () => {
  expect(Object.keys(TABLE).filter((state) => !HOLDING_STATES.some((held) => held === state))).toEqual([
    "expired",
  ]);
});
