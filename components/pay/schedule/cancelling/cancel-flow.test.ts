import { expect, test } from "vitest";
import {
  type CancelEvent,
  type CancelFlow,
  loweredAllowance,
  nextCancelFlow,
  startCancelFlow,
} from "@/components/pay/schedule/cancelling/cancel-flow";

const after = (start: CancelFlow, ...events: CancelEvent[]) => events.reduce(nextCancelFlow, start);
const offered = startCancelFlow({ cancelledBy: null }, false);
const cancelAsked = { type: "asked", what: "cancel" } as const;

test("a wish, a look, the wallet, the chain, and then what the contract may still take", () => {
  expect(
    after(offered, { type: "open" }, cancelAsked, { type: "sent", what: "cancel", hash: "0x1" }),
  ).toEqual({
    step: "settling",
    what: "cancel",
    hash: "0x1",
  });
  const over = after(
    offered,
    { type: "open" },
    cancelAsked,
    { type: "sent", what: "cancel", hash: "0x1" },
    { type: "mined" },
  );
  expect(over).toEqual({ step: "cancelled", allowance: null, trouble: null });
  expect(after(over, { type: "allowance", allowance: 5n })).toMatchObject({ allowance: 5n });
});

test("a no leads back to where it was asked: to the review, or to the permission", () => {
  const trouble = { code: "wallet", reason: "rejected" } as const;
  const failed = { type: "failed", trouble } as const;
  expect(after(offered, { type: "open" }, cancelAsked, failed)).toEqual({ step: "review", trouble });
  const cancelled = startCancelFlow({ cancelledBy: "payer" }, false);
  expect(after(cancelled, { type: "asked", what: "lower" }, failed)).toEqual({
    step: "cancelled",
    allowance: null,
    trouble,
  });
});

test("a wallet that does not answer can be left, and what it sends late is followed all the same", () => {
  const waiting = after(offered, { type: "open" }, cancelAsked);
  const back = after(waiting, { type: "back" });
  expect(back).toEqual({ step: "review", trouble: null });
  const late = { type: "sent", what: "cancel", hash: "0x1" } as const;
  expect(after(back, late)).toEqual({ step: "settling", what: "cancel", hash: "0x1" });
  const over = after(back, late, { type: "mined" });
  expect(after(over, late)).toBe(over);
  expect(after(over, { type: "asked", what: "lower" }, { type: "back" })).toMatchObject({
    step: "cancelled",
  });
});

test("a contract that says it is over already spares the transaction, and one on its way is not begun twice", () => {
  expect(after(offered, { type: "mined" })).toMatchObject({ step: "cancelled" });
  const settling = after(offered, { type: "open" }, cancelAsked, {
    type: "sent",
    what: "cancel",
    hash: "0x1",
  });
  expect(after(settling, cancelAsked, { type: "open" }, { type: "close" })).toBe(settling);
});

test("an allowance is lowered by what the schedule would have taken, never below what the others need", () => {
  expect(loweredAllowance(500n, { rest: 500n, others: 0n })).toBe(0n);
  expect(loweredAllowance(500n, { rest: 300n, others: 200n })).toBe(200n);
  expect(loweredAllowance(500n, { rest: 400n, others: 200n })).toBe(200n);
  expect(loweredAllowance(200n, { rest: 400n, others: 200n })).toBeNull();
  expect(loweredAllowance(100n, { rest: 400n, others: 200n })).toBeNull();
  expect(loweredAllowance(0n, { rest: 400n, others: 0n })).toBeNull();
  expect(loweredAllowance(2n ** 256n - 1n, { rest: 1n, others: 0n })).toBe(2n ** 256n - 2n);
});
