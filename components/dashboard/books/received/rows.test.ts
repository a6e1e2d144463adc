import { expect, test } from "vitest";
import type { Received } from "@/server/ledger/overview/schema";
import { receivedRows, sumOf } from "./rows";

const price = {
  unvaluedAmount: "0",
  unvaluedEntries: 0,
  lowestPrice: null,
  highestPrice: null,
  priceOrigins: [],
  priceSources: [],
};
const usdc = { network: "base", currency: "USDC-base" };
const ether = { network: "base", currency: "ETH-base" };
const received: Received = {
  timeZone: "UTC",
  from: "2026-02",
  to: "2026-02",
  currency: "EUR",
  currencies: [
    { ...usdc, decimals: 6, amount: "12500000", worth: "11.5", ...price },
    { ...ether, decimals: 18, amount: "1000000000000000000", worth: null, ...price },
  ],
  days: [
    { ...usdc, date: "2026-02-03", amount: "10000000", worth: "9.2" },
    { ...ether, date: "2026-02-03", amount: "1000000000000000000", worth: null },
    { ...usdc, date: "2026-02-28", amount: "2500000", worth: "2.3" },
  ],
};
const name = () => "Base";

test("a month has a bar for each of its days, and a token without a price has no part in worth", () => {
  const { rows, series } = receivedRows(received, "worth", name);
  expect(rows).toHaveLength(28);
  expect(series).toEqual(["USDC on Base"]);
  expect(rows[2]).toEqual({ at: "2026-02-03", label: "3 Feb", parts: { "USDC on Base": 9.2 } });
});

test("a token is drawn in its own unit, and nothing of others is added", () => {
  const { rows, series } = receivedRows(received, "base ETH-base", name);
  expect(series).toEqual(["ETH on Base"]);
  expect(rows.map(({ parts }) => parts["ETH on Base"] ?? 0).filter((value) => value > 0)).toEqual([1]);
});

test("several months have a bar for each", () => {
  const { rows } = receivedRows({ ...received, from: "2025-12", to: "2026-02" }, "worth", name);
  expect(rows.map(({ label }) => label)).toEqual(["Dec 25", "Jan 26", "Feb 26"]);
  expect(rows[2]?.parts["USDC on Base"]).toBeCloseTo(11.5);
});

test.each([
  [["0.1", "0.2"], "0.3"],
  [["1", "-0.25"], "0.75"],
  [["123456789012345678901234567890.00000001", "1"], "123456789012345678901234567891.00000001"],
  [[], "0"],
])("the sum of %j is %s", (amounts, sum) => {
  expect(sumOf(amounts)).toBe(sum);
});
