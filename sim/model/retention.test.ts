import { expect, test } from "vitest";
import type { Violation } from "@/sim/model/facts";
import { RetentionModel, timeOf } from "@/sim/model/retention";

/** Drawn at 2016-07-30T23:54:10.259Z (the example of the ULID specification). */
const ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const DAY_MS = 86_400_000;
const BEGAN = timeOf(ID);
/** The attempt that was made 93 days later. */
const LATE = BEGAN + 93 * DAY_MS;

function after(days: number) {
  const broken: Violation[] = [];
  const retention = new RetentionModel({ deliveryDays: 90, logDays: 7 }, (one) => broken.push(one));
  retention.sent(ID);
  return { retention, broken, now: timeOf(ID) + days * DAY_MS };
}

test("an ID begins with the time at which it was drawn", () => {
  expect(new Date(timeOf(ID)).toISOString()).toBe("2016-07-30T23:54:10.259Z");
});

test.each([
  [89, [{ id: ID, isFinished: true, attempts: 1, lastAttemptAt: BEGAN }], []],
  [89, [{ id: ID, isFinished: true, attempts: 0, lastAttemptAt: null }], ["nothing goes before its time"]],
  [89, [], ["nothing goes before its time"]],
  [91, [], []],
  [
    93,
    [{ id: ID, isFinished: true, attempts: 1, lastAttemptAt: BEGAN }],
    ["what has outlived its time goes"],
  ],
  [93, [{ id: ID, isFinished: false, attempts: 1, lastAttemptAt: BEGAN }], []],
  // It waited until now, because no worker ran: the pass that removes comes after it.
  [93, [{ id: ID, isFinished: true, attempts: 2, lastAttemptAt: LATE }], []],
  [94, [{ id: ID, isFinished: true, attempts: 2, lastAttemptAt: LATE }], ["what has outlived its time goes"]],
])("deliveries after %i days", (days, rows, rules) => {
  const { retention, broken, now } = after(days);
  retention.deliveries(rows, now);
  expect(broken.map(({ rule }) => rule)).toEqual(rules);
});

test("an entry of the request log goes with its day", () => {
  const { retention, broken, now } = after(8);
  retention.log([ID], now);
  expect(broken).toEqual([]);
  retention.log([ID], now + 2 * DAY_MS);
  expect(broken).toMatchObject([{ rule: "what has outlived its time goes" }]);
});
