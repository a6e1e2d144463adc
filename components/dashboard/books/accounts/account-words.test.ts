import { expect, test } from "vitest";
import { ACCOUNT_FACTS } from "@/server/ledger/accounts";
import { ACCOUNTS, accountInWords, partsOf } from "./account-words";

test("what an account holds names others as their fields are called", () => {
  const stored = ACCOUNTS.filter((account) => account.includes("_"));
  const hints = ACCOUNTS.map((account) => ACCOUNT_FACTS[account].holds);
  expect(hints.filter((hint) => stored.some((name) => hint.includes(name)))).toEqual([]);
  expect(ACCOUNT_FACTS.payer_fees.holds).toContain(accountInWords("payer_fees_charged"));
  expect(ACCOUNT_FACTS.payer_fees_charged.holds).toContain(accountInWords("payer_fees"));
});

test("a stored name is for an account and a currency, which may have a slash", () => {
  expect(partsOf("held_receipts/base/native")).toEqual({ account: "held_receipts", currency: "base/native" });
  expect(partsOf("held_receipts")).toBeNull();
  expect(partsOf("nothing/USDC-base")).toBeNull();
});
