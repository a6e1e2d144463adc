import { describe, expect, test } from "vitest";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";
import { seeded } from "@/server/testing/mutate";
import { toleranceOf, underpaymentPolicy } from "./tolerance";

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

describe("whose policy holds", () => {
  const [named, own, ofAccount] = [policy("1", "1"), policy("2", "2"), policy("3", "3")];
  const key = { clientId: null };
  const browser = { clientId: { isBrowser: true } } as Parameters<typeof underpaymentPolicy>[0];
  const server = { clientId: { isBrowser: false } } as Parameters<typeof underpaymentPolicy>[0];
  const account = { underpayment: ofAccount };

  test.each([
    ["the call's before all others", key, named, { underpayment: own }, account, named, true],
    ["the call's, of a client ID of a server", server, named, null, account, named, true],
    ["the call's, also where it says none", key, null, { underpayment: own }, account, null, true],
    ["the destination's before the account's", key, undefined, { underpayment: own }, account, own, false],
    [
      "the account's where the destination has none",
      key,
      undefined,
      { underpayment: null },
      account,
      ofAccount,
      false,
    ],
    ["the account's without a destination", browser, undefined, null, account, ofAccount, false],
    ["nobody's", key, undefined, null, { underpayment: null }, null, false],
  ] as const)("%s", (_what, caller, said, destination, of, found, isNamed) => {
    expect(underpaymentPolicy(caller, said, destination, of)).toEqual({ policy: found, isNamed });
  });

  test.each([[named], [null]])("a browser's client ID may not name %j", (said) => {
    expect(() => underpaymentPolicy(browser, said, null, account)).toThrow(
      "A browser client ID cannot say which underpayment is tolerated",
    );
  });
});
