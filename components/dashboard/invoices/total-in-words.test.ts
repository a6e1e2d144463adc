import { expect, test } from "vitest";
import type { Invoice } from "@/server/invoices/schema";
import { totalInWords } from "./total-in-words";

const over = (total: string, currency: string) =>
  totalInWords({ sums: { total }, written: { currency } } as Pick<Invoice, "sums" | "written">);

test("the total of an invoice has two places at least, and as many as it needs", () => {
  expect(over("378.4", "EUR")).toBe("378.40 EUR");
  expect(over("1000", "EUR")).toBe("1,000.00 EUR");
  expect(over("0.000001", "USDC-sepolia")).toBe("0.000001 USDC-sepolia");
});
