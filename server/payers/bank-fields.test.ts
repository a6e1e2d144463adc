import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/errors";
import { checkedBankAccount } from "@/server/payers/bank-fields";
import { CreateBankAccountBody } from "@/server/payers/schema";

const OWNER = {
  bankName: "First Bank",
  accountName: "Ada Lovelace",
  beneficiaryType: "individual",
  addressLine1: "1 Main Street",
  city: "Springfield",
  country: "US",
  dateOfBirth: "1990-01-31",
  postalCode: "12345",
};
const account = (fields: object) => CreateBankAccountBody.parse({ ...OWNER, ...fields });

/** Names of the fields that are refused. */
function refused(fields: object): unknown[] {
  try {
    checkedBankAccount(account(fields));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const { path, message } of error.issues ?? []) expect(message).toContain(String(path[0]));
    return (error.issues ?? []).map(({ path }) => path[0]);
  }
}

const GOOD: Record<string, object> = {
  "USD by local rails": {
    currency: "usd",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    accountType: "checking",
    state: "NY",
  },
  "EUR by local rails": { currency: "EUR", iban: "DE89 3704 0044 0532 0130 00" },
  "GBP by local rails": { currency: "GBP", accountNumber: "12345678", sortCode: "12-34-56" },
  "MXN by local rails": { currency: "MXN", accountNumber: "032180000118359719" },
  "AUD by local rails": { currency: "AUD", accountNumber: "123456789", bsbNumber: "062-000" },
  "CAD by local rails": { currency: "CAD", accountNumber: "1234567", bankCode: "003", branchCode: "12345" },
  "INR by local rails": { currency: "INR", accountNumber: "123456789012", ifsc: "HDFC0001234" },
  "MAD by local rails": { currency: "MAD", ribNumber: "1".repeat(24) },
  "JPY by SWIFT": { currency: "JPY", rails: "swift", swiftBic: "BOTKJPJT", accountNumber: "1234567" },
};

describe("what a bank account needs", () => {
  test.each(Object.entries(GOOD))("%s is taken", (_, fields) => {
    expect(refused(fields)).toEqual([]);
  });

  test.each(Object.entries(GOOD))("%s: each number that is left out is named", (_, fields) => {
    const numbers = Object.keys(fields).filter((name) => !["currency", "rails"].includes(name));
    for (const left of numbers) expect(refused({ ...fields, [left]: undefined })).toEqual([left]);
  });

  test("numbers that cannot be right are refused, and not repeated in the message", () => {
    const usd = GOOD["USD by local rails"];
    expect(refused({ ...usd, routingNumber: "021000022" })).toEqual(["routingNumber"]);
    expect(refused({ currency: "EUR", iban: "DE89370400440532013001" })).toEqual(["iban"]);
    expect(refused({ currency: "MXN", accountNumber: "032180000118359718" })).toEqual(["accountNumber"]);
    try {
      checkedBankAccount(account({ ...usd, routingNumber: "021000022" }));
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain("021000022");
    }
  });

  test("a currency without local rails is sent to SWIFT", () => {
    expect(refused({ currency: "JPY", accountNumber: "1234567" })).toEqual(["rails"]);
    expect(refused({ currency: "EUR", rails: "wire", iban: "DE89370400440532013000" })).toEqual(["rails"]);
  });

  test("blanks and dashes between groups are taken out", () => {
    expect(checkedBankAccount(account(GOOD["EUR by local rails"] ?? {})).iban).toBe("DE89370400440532013000");
  });
});
