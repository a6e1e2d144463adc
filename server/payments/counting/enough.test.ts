import { describe, expect, test } from "vitest";
import { type Asked, isEnough } from "./enough";

/** 100 are asked for; the policies that there are. */
const POLICIES: Record<string, Asked> = {
  nothing: { amount: 100n, leastAmount: null, tolerates: null },
  "one, of plain transfers": { amount: 100n, leastAmount: 99n, tolerates: "deposits" },
  "one, of all": { amount: 100n, leastAmount: 99n, tolerates: "all" },
};

/** What came, whether a plain transfer is among it, and whether that is enough by each policy in their order. */
const CAME: [paid: bigint, hasDeposit: boolean, enough: [boolean, boolean, boolean]][] = [
  [0n, false, [false, false, false]],
  [0n, true, [false, false, false]],
  [98n, false, [false, false, false]],
  [98n, true, [false, false, false]],
  [99n, false, [false, false, true]],
  [99n, true, [false, true, true]],
  [100n, false, [true, true, true]],
  [100n, true, [true, true, true]],
  [101n, false, [true, true, true]],
  [101n, true, [true, true, true]],
];

describe.each(Object.entries(POLICIES))("of 100 where %s is tolerated", (name, asked) => {
  const at = Object.keys(POLICIES).indexOf(name);
  test.each(CAME)("%s, with a plain transfer among it: %s", (paid, hasDeposit, enough) => {
    expect(isEnough(asked, paid, hasDeposit)).toBe(enough[at]);
  });
});
