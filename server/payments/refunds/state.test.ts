import { describe, expect, test } from "vitest";
import { nextRefundState, type RefundEvent, type RefundState } from "@/server/payments/refunds/state";

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
