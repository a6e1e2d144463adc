import { expect, test } from "vitest";
import { chartRows } from "./chart-rows";

const usdc = { network: "base", currency: "USDC", currencyId: "USDC-base", payments: 1 };
const ether = { network: "base", currency: "ETH", currencyId: "ETH-base", payments: 1 };

const rows = chartRows(
  [
    { date: "2026-02-27", ...usdc, amount: "10", amountInUsd: "10" },
    { date: "2026-03-01", ...usdc, amount: "2.5", amountInUsd: "2.5" },
    { date: "2026-03-01", ...ether, amount: "1", amountInUsd: null },
  ],
  { from: "2026-02-26T00:00:00.000Z", days: 4, nameOf: () => "Base" },
);

test("every day of the period has its place, also one without money", () => {
  expect(rows.rows.map(({ at }) => at)).toEqual(["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"]);
});

test("a bar is what came in that day", () => {
  expect(rows.rows.map(({ parts }) => parts["USDC on Base"])).toEqual([undefined, 10, undefined, 2.5]);
});

test("what has no dollar value is no bar: it could not be added", () => {
  expect(rows.series).toEqual(["USDC on Base"]);
});

test("more series than there are colours share the last one, the smallest of them", () => {
  const networks = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const many = chartRows(
    networks.map((network, index) => ({
      date: "2026-03-01",
      ...usdc,
      network,
      amount: String(index + 1),
      amountInUsd: String(index + 1),
    })),
    { from: "2026-03-01T00:00:00.000Z", days: 1, nameOf: (network) => network },
  );
  expect(many.series).toEqual(["USDC on d", "USDC on e", "USDC on f", "USDC on g", "USDC on h", "Others"]);
  expect(many.rows[0]?.parts.Others).toBe(1 + 2 + 3);
});
