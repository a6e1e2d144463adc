import { expect, test } from "vitest";
import { totalsOf } from "./totals";

test("sums are exact, one per network and token", () => {
  const row = (network: string, currency: string, amount: string) => ({ network, currency, amount });
  expect(
    totalsOf([
      row("base", "USDC", "0.1"),
      row("base", "USDC", "0.2"),
      row("bsc", "USDC", "0.000000000000000001"),
      row("base", "DAI", "1"),
    ]),
  ).toEqual([
    { network: "base", currency: "USDC", amount: "0.3", payouts: 2 },
    { network: "bsc", currency: "USDC", amount: "0.000000000000000001", payouts: 1 },
    { network: "base", currency: "DAI", amount: "1", payouts: 1 },
  ]);
});
