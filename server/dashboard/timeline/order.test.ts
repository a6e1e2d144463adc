import { expect, test } from "vitest";
import type { TimelineEntry } from "@/server/dashboard/detail-schema";
import { byTime } from "@/server/dashboard/timeline/order";

const step = (kind: "link_opened" | "payment_sent_to_wallet" | "payment_approved_in_wallet", at: string) => ({
  kind,
  at: `2026-11-23T06:11:${at}Z`,
  reason: "",
});
/** Only what the order asks for: the rest of a transfer has no part in it. */
const transfer = (at: string) =>
  ({ kind: "transfer", at: `2026-11-23T06:11:${at}Z`, reason: "" }) as TimelineEntry;

test("a payer's steps come before the block of the same second, whose clock has no parts of a second", () => {
  const sorted = [
    transfer("24.000"),
    step("payment_approved_in_wallet", "24.410"),
    step("payment_sent_to_wallet", "24.305"),
    step("link_opened", "22.000"),
  ].sort(byTime);
  expect(sorted.map(({ kind }) => kind)).toEqual([
    "link_opened",
    "payment_sent_to_wallet",
    "payment_approved_in_wallet",
    "transfer",
  ]);
});

test("what happened in another second stays in the order of time", () => {
  const later = step("link_opened", "25.000");
  expect([later, transfer("24.999")].sort(byTime).map(({ kind }) => kind)).toEqual([
    "transfer",
    "link_opened",
  ]);
});
