import { expect, test } from "vitest";
import { DEPOSIT_STATES } from "@/db/schema";
import { HOLDING_STATES, type Offer, offerOf, type PartState } from "@/server/crosschain/offer";
import type { DepositState } from "@/server/crosschain/state";

const PARTS: readonly PartState[] = ["open", "seen", "paid", "over"];

test("every pair of a payment and the deposit that brings it has its offer", () => {
  const table: Record<DepositState | "none", readonly Offer[]> = {
    none: ["pay", "wait", "done", "nothing"],
    bridging: ["wait", "wait", "done", "nothing"],
    filled: ["wait", "wait", "done", "nothing"],
    filled_call_failed: ["wait", "wait", "done", "nothing"],
    expired: ["wait", "wait", "done", "nothing"],
    refunding: ["pay", "wait", "done", "nothing"],
    refunded: ["pay", "wait", "done", "nothing"],
    failed: ["pay", "wait", "done", "nothing"],
    dropped: ["pay", "wait", "done", "nothing"],
  };
  for (const deposit of ["none", ...DEPOSIT_STATES] as const) {
    expect([deposit, PARTS.map((part) => offerOf(part, deposit))]).toEqual([deposit, table[deposit]]);
  }
});

test("what was paid, or is over, is offered in no state of a deposit", () => {
  for (const part of ["seen", "paid", "over"] as const) {
    for (const deposit of DEPOSIT_STATES) expect(offerOf(part, deposit)).not.toBe("pay");
  }
});

test("a payment waits for its deposit until the chains say that nobody delivers it", () => {
  expect(new Set(HOLDING_STATES)).toEqual(new Set(["bridging", "filled", "filled_call_failed", "expired"]));
});
