import { describe, expect, test } from "vitest";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";
import { seeded } from "@/server/testing/mutate";
import { toleranceOf } from "./tolerance";

const currency = (id: string) => {
  const found = invoiceCurrencyById(id);
  if (!found) throw new Error(id);
  return found;
};
const USDC = currency("USDC-base");
const policy = (percent: string, cap: string): UnderpaymentPolicy => ({ percent, cap, for: "all" });

describe("what is enough", () => {
  test.each([
    // amount, percent, cap, enough
    [100_000_000n, "1", "5", 99_000_000n],
    [1_000_000_000n, "1", "5", 995_000_000n],
    [100_000_000n, "0.5", "5", 99_500_000n],
    // Half a base unit is not given away.
    [150n, "1", "5", 149n],
    [99n, "1", "5", null],
    [100_000_000n, "1", "0.0000001", null],
  ])("of %s with %s percent and a cap of %s is %s", (amount, percent, cap, enough) => {
    const found = toleranceOf(amount, USDC, { policy: policy(percent, cap), isNamed: false });
    expect(found?.leastAmount ?? null).toBe(enough);
  });

  test("is never less than both the percentage and the cap allow, in 10,000 cases", () => {
    const random = seeded(28_128);
    for (let index = 0; index < 10_000; index++) {
      const amount = BigInt(1 + Math.floor(random() * 10 ** (1 + Math.floor(random() * 12))));
      const [percent, cap] = [Math.floor(random() * 100_000), Math.floor(random() * 1_000_000_000)];
      const text = (units: number, decimals: number) => (units / 10 ** decimals).toFixed(decimals);
      const found = toleranceOf(amount, USDC, {
        policy: policy(text(percent, 4), text(cap, 6)),
        isNamed: true && cap > 0,
      });
      const less = amount - (found?.leastAmount ?? amount);
      expect(less * 1_000_000n <= amount * BigInt(percent)).toBe(true);
      expect(less <= BigInt(cap)).toBe(true);
      expect(less < amount).toBe(true);
    }
  });

  test("of an account's policy is nothing in other currencies than dollars, and of a named one in its own", () => {
    const of = (id: string, isNamed: boolean) =>
      toleranceOf(100_000_000n, currency(id), { policy: policy("1", "5"), isNamed })?.leastAmount ?? null;
    expect([of("USD", false), of("DAI-mainnet", false)]).toEqual([99_000_000n, 99_000_000n]);
    expect([of("EUR", false), of("ETH-mainnet", false)]).toEqual([null, null]);
    expect([of("EUR", true), of("ETH-mainnet", true)]).toEqual([99_000_000n, 99_000_000n]);
  });

  test("nothing where no policy is", () => {
    expect(toleranceOf(100n, USDC, { policy: null, isNamed: true })).toBeNull();
  });
});

test.each([
  [{ percent: "0", cap: "1", for: "all" }],
  [{ percent: "-1", cap: "1", for: "all" }],
  [{ percent: "10.0001", cap: "1", for: "all" }],
  [{ percent: "99", cap: "1", for: "all" }],
  [{ percent: "1e1", cap: "1", for: "all" }],
  [{ percent: "Infinity", cap: "1", for: "all" }],
  [{ percent: "NaN", cap: "1", for: "all" }],
  [{ percent: "1.00001", cap: "1", for: "all" }],
  [{ percent: "1", cap: "0", for: "all" }],
  [{ percent: "1", cap: "-5", for: "all" }],
  [{ percent: "1", cap: "1".repeat(30), for: "all" }],
  [{ percent: "1", cap: "5", for: "wallets" }],
  [{ percent: 1, cap: "5", for: "all" }],
  [{ percent: "1", for: "all" }],
  [{ percent: "1", cap: "5", for: "all", more: true }],
])("a policy of %j is refused", (body) => {
  expect(UnderpaymentPolicy.safeParse(body).success).toBe(false);
});
