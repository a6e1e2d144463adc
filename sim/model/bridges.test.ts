import { beforeEach, describe, expect, test } from "vitest";
import { type BridgeDeposit, type BridgeFacts, BridgeModel, meaningOf } from "@/sim/model/bridges";
import type { Violation } from "@/sim/model/facts";

let violations: Violation[];
let model: BridgeModel;
const rules = () => violations.map(({ rule }) => rule);

const DEPOSIT: BridgeDeposit = {
  id: "0x01",
  requestId: "r",
  depositor: "0x77",
  inputAmount: 2_010_000n,
  inputDecimals: 6,
  fee: 10_000n,
  isWorthFilling: true,
};
const WAITING: BridgeFacts = {
  id: DEPOSIT.id,
  isThere: true,
  fill: "none",
  isOver: false,
  isRefunded: false,
};
const expired = (sequence = 1) => ({
  event: "payment.failed",
  requestId: "r",
  subStatus: "crosschain_expired",
  sequence,
});
const refunded = (sequence = 2, refundAmount = "2.01") => ({
  event: "payment.refunded",
  requestId: "r",
  refundedTo: "0x77",
  refundAmount,
  sequence,
});
const ends = (fees: string[] = [], hadAll = false) => model.atTheEnd({ requestId: "r" }, { fees, hadAll });

beforeEach(() => {
  violations = [];
  model = new BridgeModel((violation) => violations.push(violation));
  model.deposited(DEPOSIT);
  model.look([WAITING]);
});

test("of all pairs of deposit, fill and time only one is waited for, and only what is there came to a bad end", () => {
  const fills = ["none", "delivered", "redirected"] as const;
  const times = [
    { isOver: false, isRefunded: false },
    { isOver: true, isRefunded: false },
    { isOver: true, isRefunded: true },
  ];
  const all = [true, false].flatMap((isThere) =>
    fills.flatMap((fill) => times.map((time) => ({ isThere, fill, ...time }))),
  );
  const awaited = all.filter((facts) => meaningOf(facts).isAwaited);
  expect(awaited).toEqual([{ isThere: true, fill: "none", isOver: false, isRefunded: false }]);
  const bad = all.filter((facts) => meaningOf(facts).told.length > 0);
  expect(bad.every(({ isThere, fill }) => isThere && fill !== "delivered")).toBe(true);
  expect(bad).toHaveLength(5);
});

describe("a deposit", () => {
  test("is waited for until it is filled, and not when nobody would fill it", () => {
    expect(model.isAwaited("r")).toBe(true);
    model.look([{ ...WAITING, fill: "delivered" }]);
    expect(model.isAwaited("r")).toBe(false);
    model.deposited({ ...DEPOSIT, isWorthFilling: false });
    model.look([WAITING]);
    expect(model.isAwaited("r")).toBe(false);
  });

  test("may not be given up while a final block can still hold its fill, and has to be told of after", () => {
    model.told(expired());
    expect(rules()).toEqual(["no deposit is given up before its time"]);
    violations = [];
    model.look([{ ...WAITING, isOver: true }]);
    model.told(expired());
    ends();
    expect(rules()).toEqual([]);
    model.told(expired(5));
    expect(rules()).toEqual(["no deposit is given up before its time"]);
  });

  test("that expired and was told to nobody breaks a rule, unless its request was paid", () => {
    model.look([{ ...WAITING, isOver: true }]);
    ends([], true);
    expect(rules()).toEqual([]);
    ends();
    expect(rules()).toEqual(["every bad end is announced"]);
  });

  test("is given back once, in its amount, when its pool has done so", () => {
    model.told(refunded());
    expect(rules()).toEqual(["a bridge's refund is what the chain says"]);
    violations = [];
    model.look([{ ...WAITING, isOver: true, isRefunded: true }]);
    model.told(refunded(2, "2"));
    model.told(refunded(3));
    model.told(refunded(3));
    model.told(refunded(4));
    expect(rules()).toEqual([
      "a bridge's refund is what the chain says",
      "a bridge's refund is what the chain says",
    ]);
  });

  test("is told of again by a service that was restored, and once only", () => {
    model.look([{ ...WAITING, isOver: true, isRefunded: true }]);
    const restored = model.backedUp();
    model.told(expired(1));
    model.told(refunded(2));
    restored();
    ends();
    expect(rules()).toEqual(["every bad end is announced", "every bad end is announced"]);
    violations = [];
    model.told(expired(11));
    model.told(refunded(12));
    ends();
    expect(rules()).toEqual([]);
    model.told(expired(13));
    model.told(refunded(14));
    expect(rules()).toEqual([
      "no deposit is given up before its time",
      "a bridge's refund is what the chain says",
    ]);
  });

  test("costs what it took and did not bring, once it is filled", () => {
    ends(["0.01"]);
    expect(rules()).toEqual(["a bridge's fee is what it kept"]);
    violations = [];
    model.look([{ ...WAITING, fill: "delivered" }]);
    ends(["0.01"]);
    expect(rules()).toEqual([]);
    ends([]);
    expect(rules()).toEqual(["a bridge's fee is what it kept"]);
  });
});

test("what an account or a bank's provider sends back, and what a network lost, is not about a bridge", () => {
  expect(model.told({ ...refunded(), refundId: "x" })).toBe(false);
  expect(model.told({ ...refunded(), requestId: "paid to a bank account" })).toBe(false);
  expect(model.told({ event: "payment.failed", requestId: "r", subStatus: "reorganised" })).toBe(false);
  expect(rules()).toEqual([]);
});

test("what is handed out is what was asked for, at a fair price and for a time that a pool takes", () => {
  const asked = {
    requestId: "r",
    words: { payee: ["0xaa", "0xaa"] as const },
    inputAmount: 2_010_000n,
    worth: 2_000_000n,
    inputDecimals: 6,
    secondsLeft: 3_600,
  };
  model.handedOut(asked);
  expect(rules()).toEqual([]);
  const wrong = [
    { words: { payee: ["0xaa", "0xbb"] as const } },
    { inputAmount: 1_999_999n },
    { inputAmount: 7_000_001n },
    { secondsLeft: 59 },
    { secondsLeft: 30_000 },
  ];
  for (const change of wrong) model.handedOut({ ...asked, ...change });
  expect(rules()).toEqual(wrong.map(() => "a deposit is what was asked for"));
});
