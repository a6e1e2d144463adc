import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverageOf, dependsOnDeposit, type TolerantRequest } from "@/server/payments/counting/tolerance";
import { manyCases } from "@/server/testing/long";

/** 1,000 are asked for, of which 10 may be missing. */
const AMOUNT = 1_000n;
const TOLERATED = 10n;

const POLICIES = {
  none: { amount: AMOUNT, toleratedAmount: null, toleratedFor: null },
  deposits: { amount: AMOUNT, toleratedAmount: TOLERATED, toleratedFor: "deposits" },
  all: { amount: AMOUNT, toleratedAmount: TOLERATED, toleratedFor: "all" },
} as const satisfies Record<string, TolerantRequest>;
type Policy = keyof typeof POLICIES;

/** One payment: by a wallet (a bridge and a Safe are wallets here), or a plain transfer to the deposit address. */
interface Payment {
  by: "wallet" | "deposit";
  amount: bigint;
}
const wallet = (amount: bigint): Payment => ({ by: "wallet", amount });
const deposit = (amount: bigint): Payment => ({ by: "deposit", amount });

/** What stands on the chain. */
const ARRIVED = {
  nothing: [],
  "989 by wallet": [wallet(989n)],
  "990 by wallet": [wallet(990n)],
  "999 by wallet": [wallet(999n)],
  "1000 by wallet": [wallet(1_000n)],
  "1001 by wallet": [wallet(1_001n)],
  "989 by deposit": [deposit(989n)],
  "990 by deposit": [deposit(990n)],
  "1000 by deposit": [deposit(1_000n)],
  "1001 by deposit": [deposit(1_001n)],
  "500 and 490 by wallet": [wallet(500n), wallet(490n)],
  "500 by wallet, 490 by deposit": [wallet(500n), deposit(490n)],
  "500 by deposit, 490 by wallet": [deposit(500n), wallet(490n)],
} as const satisfies Record<string, readonly Payment[]>;
type Arrived = keyof typeof ARRIVED;

/** What comes then. A reorganisation takes the last payment away. */
const THEN = {
  stays: (before) => before,
  "10 by wallet": (before) => [...before, wallet(10n)],
  "10 by deposit": (before) => [...before, deposit(10n)],
  "dust by wallet": (before) => [...before, wallet(1n)],
  "dust by deposit": (before) => [...before, deposit(1n)],
  reorganised: (before) => before.slice(0, -1),
} as const satisfies Record<string, (before: readonly Payment[]) => readonly Payment[]>;

const COLUMNS = [
  "stays",
  "10 by wallet",
  "10 by deposit",
  "dust by wallet",
  "dust by deposit",
  "reorganised",
] as const;

/** `paid`, with what is missing behind it, or `open`. Columns are what comes then, in the order of `COLUMNS`. */
// biome-ignore format: a table is read by its columns
const TABLE: Record<Policy, Record<Arrived, readonly string[]>> = {
  none: {
    nothing:                         ["open",   "open",   "open",   "open",   "open",   "open"],
    "989 by wallet":                 ["open",   "open",   "open",   "open",   "open",   "open"],
    "990 by wallet":                 ["open",   "paid",   "paid",   "open",   "open",   "open"],
    "999 by wallet":                 ["open",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1000 by wallet":                ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1001 by wallet":                ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "989 by deposit":                ["open",   "open",   "open",   "open",   "open",   "open"],
    "990 by deposit":                ["open",   "paid",   "paid",   "open",   "open",   "open"],
    "1000 by deposit":               ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1001 by deposit":               ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "500 and 490 by wallet":         ["open",   "paid",   "paid",   "open",   "open",   "open"],
    "500 by wallet, 490 by deposit": ["open",   "paid",   "paid",   "open",   "open",   "open"],
    "500 by deposit, 490 by wallet": ["open",   "paid",   "paid",   "open",   "open",   "open"],
  },
  deposits: {
    nothing:                         ["open",   "open",   "open",   "open",   "open",   "open"],
    "989 by wallet":                 ["open",   "open",   "paid 1", "open",   "paid 10", "open"],
    "990 by wallet":                 ["open",   "paid",   "paid",   "open",   "paid 9", "open"],
    "999 by wallet":                 ["open",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1000 by wallet":                ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1001 by wallet":                ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "989 by deposit":                ["open",   "paid 1", "paid 1", "paid 10", "paid 10", "open"],
    "990 by deposit":                ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
    "1000 by deposit":               ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1001 by deposit":               ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "500 and 490 by wallet":         ["open",   "paid",   "paid",   "open",   "paid 9", "open"],
    "500 by wallet, 490 by deposit": ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
    "500 by deposit, 490 by wallet": ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
  },
  all: {
    nothing:                         ["open",   "open",   "open",   "open",   "open",   "open"],
    "989 by wallet":                 ["open",   "paid 1", "paid 1", "paid 10", "paid 10", "open"],
    "990 by wallet":                 ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
    "999 by wallet":                 ["paid 1", "paid",   "paid",   "paid",   "paid",   "open"],
    "1000 by wallet":                ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1001 by wallet":                ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "989 by deposit":                ["open",   "paid 1", "paid 1", "paid 10", "paid 10", "open"],
    "990 by deposit":                ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
    "1000 by deposit":               ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "1001 by deposit":               ["paid",   "paid",   "paid",   "paid",   "paid",   "open"],
    "500 and 490 by wallet":         ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
    "500 by wallet, 490 by deposit": ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
    "500 by deposit, 490 by wallet": ["paid 10", "paid",  "paid",   "paid 9", "paid 9", "open"],
  },
};

const POLICY_NAMES = ["none", "deposits", "all"] as const;
const paidBy = (payments: readonly Payment[]) => ({
  paid: payments.reduce((sum, { amount }) => sum + amount, 0n),
  hasDeposit: payments.some(({ by }) => by === "deposit"),
});

function said(policy: Policy, payments: readonly Payment[]): string {
  const { isCovered, underpaid } = coverageOf(POLICIES[policy], paidBy(payments));
  if (!isCovered) return "open";
  return underpaid === 0n ? "paid" : `paid ${underpaid}`;
}

describe("every policy, what arrived, and what comes then", () => {
  for (const policy of POLICY_NAMES) {
    for (const [arrived, cells] of Object.entries(TABLE[policy]) as [Arrived, readonly string[]][]) {
      test(`${policy}: ${arrived}`, () => {
        expect(COLUMNS.map((then) => said(policy, THEN[then](ARRIVED[arrived])))).toEqual(cells);
      });
    }
  }

  test("no cell is missing", () => {
    for (const policy of POLICY_NAMES) {
      expect(Object.keys(TABLE[policy])).toEqual(Object.keys(ARRIVED));
      for (const cells of Object.values(TABLE[policy])) expect(cells).toHaveLength(Object.keys(THEN).length);
    }
  });
});

const somePayments = fc.array(
  fc.record({
    by: fc.constantFrom("wallet" as const, "deposit" as const),
    amount: fc.bigInt({ min: 0n, max: 600n }),
  }),
  { maxLength: 5 },
);
const somePolicy = fc.constantFrom(...POLICY_NAMES);

describe("for any payments", () => {
  test("a request is never paid with more missing than is tolerated, however the payments are cut", () => {
    fc.assert(
      fc.property(somePolicy, somePayments, (policy, payments) => {
        const { isCovered, underpaid } = coverageOf(POLICIES[policy], paidBy(payments));
        const most = POLICIES[policy].toleratedAmount ?? 0n;
        if (isCovered) expect(paidBy(payments).paid + underpaid).toBeGreaterThanOrEqual(AMOUNT);
        expect(underpaid).toBeLessThanOrEqual(most);
      }),
      { numRuns: manyCases() },
    );
  });

  test("no further payment of anybody opens a request that is paid", () => {
    fc.assert(
      fc.property(somePolicy, somePayments, somePayments, (policy, before, more) => {
        if (!coverageOf(POLICIES[policy], paidBy(before)).isCovered) return;
        expect(coverageOf(POLICIES[policy], paidBy([...before, ...more])).isCovered).toBe(true);
      }),
      { numRuns: manyCases() },
    );
  });

  test("plain transfers are asked for exactly where they decide", () => {
    fc.assert(
      fc.property(somePolicy, fc.bigInt({ min: 0n, max: 1_200n }), (policy, paid) => {
        const [without, withOne] = [false, true].map(
          (hasDeposit) => coverageOf(POLICIES[policy], { paid, hasDeposit }).isCovered,
        );
        expect(dependsOnDeposit(POLICIES[policy], paid)).toBe(without !== withOne);
      }),
      { numRuns: manyCases() },
    );
  });
});
