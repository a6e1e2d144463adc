import { describe, expect, test } from "vitest";
import { type Seen, type SettlerTransactionState, TRANSACTION_TABLE } from "./transaction-state";

const STATES: SettlerTransactionState[] = ["pending", "mined", "lost"];

/** What the chain says, where that takes a transaction, and whether anything can change after it. */
const EXPECTED: [Seen, SettlerTransactionState, boolean][] = [
  ["in_block", "mined", false],
  ["in_final_block", "mined", true],
  ["in_no_block", "pending", false],
  ["overtaken", "lost", false],
  ["overtaken_for_good", "lost", true],
];

describe.each(STATES)("a settler's transaction that is %s", (state) => {
  test.each(EXPECTED)("that the chain has %s becomes %s", (seen, next, isSettled) => {
    expect(TRANSACTION_TABLE[state][seen]).toEqual({ state: next, isSettled });
  });
});

test("the table has every pair", () => {
  expect(Object.keys(TRANSACTION_TABLE)).toEqual(STATES);
  for (const row of Object.values(TRANSACTION_TABLE)) {
    expect(Object.keys(row)).toEqual(EXPECTED.map(([seen]) => seen));
  }
});
