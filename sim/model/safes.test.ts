import { beforeEach, describe, expect, test } from "vitest";
import type { Violation } from "@/sim/model/facts";
import {
  type AnnouncedSafe,
  type OnChain,
  type SafeFailure,
  SafeModel,
  type SafeRow,
  type Said,
  verdictOf,
} from "@/sim/model/safes";

let violations: Violation[];
let model: SafeModel;
const rules = () => violations.map(({ rule }) => rule);

const DEADLINE = 10_000_000;
const ONE: AnnouncedSafe = { id: "i", requestIds: ["r"], isBorneOut: true, deadline: DEADLINE };
const look = (onChain: OnChain, depth = 1, time = 0) => model.look([{ id: "i", onChain, depth }], time);
const row = (state: Said, failure: SafeFailure | null = null): SafeRow => ({
  id: "i",
  state,
  failure,
  signers: 0,
  owners: 3,
});
const failed = (multisigOutcome: SafeFailure, sequence = 1) => ({
  event: "payment.failed",
  requestId: "r",
  multisigOutcome,
  sequence,
});
const ends = (state: Said, failure: SafeFailure | null = null, time = 0) =>
  model.atTheEnd([row(state, failure)], { restedAt: time, time });

beforeEach(() => {
  violations = [];
  model = new SafeModel(3, (violation) => violations.push(violation));
  model.announced(ONE, true, false);
  look("free", 0);
});

test("of all pairs two are right by themselves: it waits while its nonce is free, and is executed when its Safe says so", () => {
  const said = ["recorded", "pending", "executed", "failed"] as const;
  const onChain = ["free", "succeeded", "failed", "rejected", "replaced"] as const;
  const all = said.flatMap((one) =>
    onChain.flatMap((chain) => [true, false].map((isOver) => [one, chain, isOver] as const)),
  );
  const those = (verdict: string) => all.filter((pair) => verdictOf(...pair) === verdict);
  expect(those("right")).toEqual([
    ["pending", "free", false],
    ["executed", "succeeded", true],
    ["executed", "succeeded", false],
  ]);
  expect(those("if_it_ended").every(([one]) => one === "failed")).toBe(true);
  expect(those("wrong").some(([one]) => one === "failed")).toBe(false);
});

describe("a Safe's transaction", () => {
  test("is waited for when its hash is that of what the link asks for, and otherwise only written down", () => {
    model.announced({ ...ONE, id: "j" }, false, false);
    expect(rules()).toEqual(["a Safe that pays is waited for"]);
    violations = [];
    model.announced({ ...ONE, id: "k", isBorneOut: false }, true, false);
    model.stored([{ ...row("pending"), id: "k" }]);
    expect(rules()).toEqual(Array(2).fill("a hash that pays nothing moves nothing"));
    violations = [];
    model.announced({ ...ONE, id: "l" }, false, true);
    expect(rules()).toEqual([]);
  });

  test("is not called executed before its Safe has said so, and no longer when that is gone", () => {
    model.stored([row("executed")]);
    expect(rules()).toEqual(["executed is what the Safe says"]);
    violations = [];
    look("succeeded");
    model.stored([row("executed")]);
    ends("executed");
    expect(rules()).toEqual([]);
    look("free", 0);
    model.stored([row("executed")]);
    expect(rules()).toEqual([]);
    ends("executed");
    expect(rules()).toEqual(["a Safe's payment is where its chain has it"]);
  });

  test("has failed once its nonce is used as deep as payments have to be, and for the reason that is so", () => {
    look("replaced", 2);
    model.stored([row("failed", "replaced")]);
    model.told(failed("replaced"));
    expect(rules()).toEqual(Array(2).fill("no Safe's payment is given up before its time"));
    violations = [];
    look("replaced", 3);
    model.stored([row("failed", "replaced")]);
    model.told(failed("replaced"));
    ends("failed", "replaced");
    expect(rules()).toEqual([]);
    model.stored([row("failed", "rejected")]);
    expect(rules()).toEqual(["no Safe's payment is given up before its time"]);
  });

  test("stays failed where another branch wins later", () => {
    look("rejected", 3);
    look("succeeded", 9);
    model.stored([row("failed", "rejected")]);
    ends("failed", "rejected");
    expect(rules()).toEqual([]);
    ends("failed", "deadline_passed");
    expect(rules()).toEqual(["a Safe's payment is where its chain has it"]);
  });

  test("does not wait for what its chain has decided, nor past its deadline", () => {
    look("failed", 4);
    ends("pending");
    expect(rules()).toEqual(["a Safe's payment is where its chain has it"]);
    violations = [];
    look("free", 0);
    ends("pending");
    expect(rules()).toEqual([]);
    ends("pending", null, DEADLINE + 12 * 60_000);
    expect(rules()).toEqual(["a Safe's payment is where its chain has it"]);
  });

  test("has run out of time only where it was not executed before", () => {
    look("succeeded", 3, DEADLINE);
    model.stored([row("failed", "deadline_passed")]);
    expect(rules()).toEqual(["no Safe's payment is given up before its time"]);
    violations = [];
    look("free", 0, DEADLINE);
    model.stored([row("failed", "deadline_passed")]);
    expect(rules()).toEqual([]);
  });

  test("has no more signatures than its Safe has owners", () => {
    model.stored([{ ...row("pending"), signers: 4 }]);
    expect(rules()).toEqual(["no more sign than own"]);
  });

  test("that came to nothing is told of once, unless its request was paid", () => {
    look("rejected", 3);
    model.toldAtTheEnd("r", [row("failed", "rejected")], true);
    expect(rules()).toEqual([]);
    model.toldAtTheEnd("r", [row("failed", "rejected")], false);
    expect(rules()).toEqual(["every bad end is announced"]);
    violations = [];
    model.told(failed("rejected", 4));
    model.told(failed("rejected", 4));
    model.toldAtTheEnd("r", [row("failed", "rejected")], false);
    expect(rules()).toEqual([]);
    model.told(failed("rejected", 5));
    expect(rules()).toEqual(["no Safe's payment is given up before its time"]);
  });
});

test("what a network lost or a bridge did not bring is not about a Safe", () => {
  expect(model.told({ event: "payment.failed", requestId: "r" })).toBe(false);
  expect(model.told({ ...failed("rejected"), event: "payment.confirmed" })).toBe(false);
  expect(rules()).toEqual([]);
});
