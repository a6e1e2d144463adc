import { describe, expect, test } from "vitest";
import { nextStatus, type RequestEvent, type RequestStatus } from "@/server/requests/state";

const EVENTS = [
  "payment_seen",
  "partly_settled",
  "settled",
  "cleared",
  "offramp_failed",
  "offramp_refunded",
  "sent_back",
  "payment_lost",
] as const satisfies readonly RequestEvent[];

/** Where each request goes when it is found as `EVENTS` says, in that order; null where it stays. */
const TABLE: Record<RequestStatus, readonly (RequestStatus | null)[]> = {
  created: ["processing", "partially_paid", "paid", null, "failed", "refunded", "refunded", null],
  processing: [null, "partially_paid", "paid", "created", "failed", "refunded", "refunded", null],
  partially_paid: ["processing", null, "paid", "created", "failed", "refunded", "refunded", null],
  paid: ["processing", "partially_paid", null, "created", "failed", "refunded", "refunded", null],
  failed: ["processing", "partially_paid", "paid", null, null, "refunded", null, null],
  refunded: ["processing", "partially_paid", "paid", null, "failed", null, null, "created"],
};

describe.each(Object.entries(TABLE))("a request that is %s", (from, cells) => {
  test.each(EVENTS.map((event, index) => [event, cells[index]] as const))("%s -> %s", (event, to) => {
    expect(nextStatus(from as RequestStatus, event)).toBe(to);
  });
});
