import { parseGwei } from "viem";
import { describe, expect, test } from "vitest";
import { bumped, feesFor, isTooExpensive } from "@/server/executor/fees";

const gwei = (amount: string) => parseGwei(amount);
const oracle = (baseFee: string, tip: string | null) => ({
  baseFee: gwei(baseFee),
  tip: tip === null ? null : gwei(tip),
});

describe("what is offered for gas", () => {
  test.each([
    ["mainnet", "10", "1", "21", "1"],
    ["mainnet", "10", "0", "20.01", "0.01"],
    // Its nodes suggest less than its pools take.
    ["matic", "50", "1", "130", "30"],
    ["bsc", "0", "0.05", "0.1", "0.1"],
    ["bsc", "0", null, "0.1", "0.1"],
    // A tip changes nothing there.
    ["arbitrum-one", "0.01", "2", "0.02", "0"],
    ["base", "0.01", "2", "0.021", "0.001"],
  ] as const)("%s: base fee %s, suggested tip %s → %s, tip %s", (network, base, tip, maxFee, priority) => {
    expect(feesFor(network, oracle(base, tip), gwei("1000"))).toEqual({
      maxFee: gwei(maxFee),
      maxPriorityFee: gwei(priority),
    });
  });

  test("never goes above the ceiling, and says so when nothing below it would do", () => {
    expect(feesFor("mainnet", oracle("10", "1"), gwei("15"))).toMatchObject({ maxFee: gwei("15") });
    const tooMuch = feesFor("mainnet", oracle("15", "1"), gwei("15"));
    expect(tooMuch).toEqual({ needed: gwei("16"), ceiling: gwei("15") });
    expect(isTooExpensive(tooMuch)).toBe(true);
  });

  test("takes the tip that a node asked for", () => {
    expect(feesFor("bsc", oracle("0", "0.05"), gwei("10"), gwei("1"))).toMatchObject({
      maxPriorityFee: gwei("1"),
    });
  });
});

describe("a replacement", () => {
  const last = { maxFee: gwei("20"), maxPriorityFee: gwei("1") };

  test("offers an eighth more in both fees, also when gas became cheaper", () => {
    const fees = bumped(last, feesFor("mainnet", oracle("1", "0"), gwei("100")), gwei("100"));
    expect(fees).toEqual({ maxFee: gwei("22.5") + 1n, maxPriorityFee: gwei("1.125") + 1n });
  });

  test("offers today's fees where those are higher", () => {
    const fees = bumped(last, feesFor("mainnet", oracle("30", "5"), gwei("100")), gwei("100"));
    expect(fees).toEqual({ maxFee: gwei("65"), maxPriorityFee: gwei("5") });
  });

  test("grows also from nothing", () => {
    const none = { maxFee: 0n, maxPriorityFee: 0n };
    expect(bumped(none, none, 10n)).toEqual({ maxFee: 1n, maxPriorityFee: 1n });
  });

  test("does not pass the ceiling", () => {
    const fees = bumped(last, feesFor("mainnet", oracle("1", "0"), gwei("22")), gwei("22"));
    expect(isTooExpensive(fees)).toBe(true);
  });
});
