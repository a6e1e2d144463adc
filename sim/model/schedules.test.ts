import { beforeEach, expect, test } from "vitest";
import type { Violation } from "@/sim/model/facts";
import { ScheduleModel } from "@/sim/model/schedules";

let violations: Violation[];
let model: ScheduleModel;
beforeEach(() => {
  violations = [];
  model = new ScheduleModel((violation) => violations.push(violation));
  model.created({
    scheduleId: "s",
    digest: "0xd",
    firstDue: 100,
    period: 300,
    deadline: 1_000,
    references: ["0x1", "0x2"],
    instalment: {
      tenant: "shop",
      network: "sepolia",
      token: "0xt",
      recipient: "0xr",
      amount: 5n,
      least: 5n,
      confirmations: 3,
      decimals: 6,
    },
  });
});

const chain = (paid: number, { isCancelled = false, timestamp = 500 } = {}) => ({
  paid,
  isCancelled,
  timestamp,
});

test("an event is about the instalment whose reference it names", () => {
  expect(model.instalmentOf({ requestId: "r", paymentReference: "0x2" })).toMatchObject({
    requestId: "r",
    reference: "0x2",
    amount: 5n,
  });
  expect(model.instalmentOf({ requestId: "r", paymentReference: "0x3" })).toBeNull();
});

test("nothing is sent of a schedule that was stopped, but for what was on its way", () => {
  model.sent(["0xd"], 0);
  model.stopped("s", 1_000, "pause");
  model.sent(["0xd"], 5_000);
  model.resumed("s");
  model.sent(["0xd"], 100_000);
  expect(violations).toEqual([]);
  model.stopped("s", 200_000, "cancel");
  model.resumed("s");
  model.sent(["0xother", "0xd"], 300_000);
  expect(violations).toMatchObject([{ rule: "nothing is sent of a schedule that was stopped" }]);
});

test("in the end one that goes on is paid in full, and has as many instalments as the chain", () => {
  model.atTheEnd("s", { status: "completed", processed: 2 }, chain(2));
  expect(violations).toEqual([]);
  model.atTheEnd("s", { status: "active", processed: 0 }, chain(1));
  expect(violations.map(({ rule }) => rule)).toEqual([
    "every instalment that is due is paid",
    "instalments are what the chain says",
  ]);
});

test("what was due before there was time for another attempt is paid", () => {
  model.hadTime("s", 99, chain(0));
  model.hadTime("s", 399, chain(1));
  model.hadTime("s", 900, chain(2));
  model.hadTime("s", 400, chain(0, { timestamp: 1_001 }));
  expect(violations).toEqual([]);
  model.hadTime("s", 100, chain(0));
  model.hadTime("s", 400, chain(1));
  expect(violations.map(({ rule }) => rule)).toEqual([
    "what is due is paid in time",
    "what is due is paid in time",
  ]);
});

test("one that is over needs no more: cancelled here or in the contract, or past its deadline", () => {
  model.atTheEnd("s", { status: "cancelled", processed: 1 }, chain(1, { timestamp: 1_001 }));
  model.atTheEnd("s", { status: "cancelled", processed: 1 }, chain(1, { isCancelled: true }));
  model.stopped("s", 0, "cancel");
  model.atTheEnd("s", { status: "cancelled", processed: 1 }, chain(1));
  expect(violations).toEqual([]);
  model.atTheEnd("s", { status: "active", processed: 1 }, chain(1));
  expect(violations).toMatchObject([{ rule: "a schedule is where it was led" }]);
});
