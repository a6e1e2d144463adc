import { describe, expect, test } from "vitest";
import { LEDGER_ACCOUNTS } from "@/db/schema";
import { accountNameProblem } from "@/server/ledger/exports/names/account-names";
import { CHARTS, suggestedNumber } from "@/server/ledger/exports/names/suggested-numbers";

describe("the name of an account", () => {
  test.each([
    ["datev", "8400", true],
    ["datev", "84000", true],
    ["datev", "0840", true],
    ["datev", "840", false],
    ["datev", "840000", false],
    ["datev", "0000", false],
    ["datev", "8400 Erlöse", false],
    ["quickbooks", "Assets:Wallet USDC", true],
    ["quickbooks", "x".repeat(31), true],
    ["quickbooks", "x".repeat(32), false],
    ["quickbooks", "Assets::Wallet", false],
    ["quickbooks", 'The "wallet"', false],
    ["other", "x".repeat(100), true],
    ["other", "x".repeat(101), false],
    ["other", "", false],
  ] as const)("for %s may be %s: %s", (program, name, isTaken) => {
    expect(accountNameProblem(program, name, 4) === null).toBe(isTaken);
  });
});

test.each([4, 6, 8])("what is suggested for DATEV is a number of %s digits that it takes", (digits) => {
  for (const chart of CHARTS) {
    for (const account of LEDGER_ACCOUNTS) {
      expect(accountNameProblem("datev", suggestedNumber(chart, account, digits).number, digits)).toBeNull();
    }
  }
});
