import { describe, expect, test } from "vitest";
import { ratioOf, toDecimal } from "@/server/lib/ratio";
import { agree } from "@/server/prices/agree";
import { NoPrice, type Observation, type PriceProvider } from "@/server/prices/price";

const AT = new Date("2026-01-01T00:00:00Z");

function says(source: string, usd: string): Observation {
  const provider = source.split(":")[0] as PriceProvider;
  return { provider, source, usd: ratioOf(usd), at: AT, round: null };
}

const outcome = (observations: Observation[], required = 2, maxApartBps = 100) => {
  const result = agree("EUR", observations, [], { required, maxApartBps });
  return "reason" in result
    ? result.reason
    : `${toDecimal(result.usd, 4)} of ${result.sources.map(({ source }) => source).join(", ")}` +
        (result.disagreeing.length
          ? ` without ${result.disagreeing.map(({ source }) => source).join(", ")}`
          : "");
};

describe("the price that sources agree on", () => {
  test.each([
    [
      "two that agree: the first is believed",
      [says("chainlink:base", "1.08"), says("ecb", "1.085")],
      "1.08 of chainlink:base, ecb",
    ],
    [
      "exactly at the distance",
      [says("chainlink:base", "1"), says("ecb", "1.01")],
      "1 of chainlink:base, ecb",
    ],
    [
      "one liar of three is left aside, also when it is the preferred one",
      [says("chainlink:base", "2"), says("coinbase", "1.08"), says("kraken", "1.081")],
      "1.08 of coinbase, kraken without chainlink:base",
    ],
    [
      "two that lie alike beside one that does not win: nobody can tell",
      [says("chainlink:base", "1.08"), says("coinbase", "2"), says("kraken", "2")],
      "2 of coinbase, kraken without chainlink:base",
    ],
    [
      "the largest of two groups that overlap",
      [
        says("chainlink:base", "1"),
        says("coinbase", "1.005"),
        says("kraken", "1.009"),
        says("ecb", "1.014"),
        says("binance", "1.0145"),
      ],
      "1.005 of coinbase, kraken, ecb, binance without chainlink:base",
    ],
    [
      "of two groups with as many providers, the one with more feeds",
      [
        says("coinbase", "1"),
        says("kraken", "1.005"),
        says("chainlink:base", "1.0145"),
        says("chainlink:mainnet", "1.0149"),
      ],
      "1.005 of kraken, chainlink:base, chainlink:mainnet without coinbase",
    ],
  ])("%s", (_, observations, expected) => {
    expect(outcome(observations)).toBe(expected);
  });

  test("is none where two differ: neither is guessed to be right", () => {
    expect(outcome([says("chainlink:base", "1"), says("ecb", "1.0101")])).toContain(
      "differ by more than allowed",
    );
  });

  test("is none with fewer providers than required; two feeds of one provider are one opinion", () => {
    const feeds = [says("chainlink:base", "1.08"), says("chainlink:mainnet", "1.08")];
    expect(outcome(feeds)).toBe("1 of 2 independent sources have a usable price of EUR");
    expect(outcome([])).toBe("0 of 2 independent sources have a usable price of EUR");
    // One that agrees with itself does not differ from anything.
    expect(outcome([says("ecb", "1")], 1)).toBe("1 of ecb");
  });

  test("is none where half stands against half", () => {
    const halves = [
      says("chainlink:base", "1"),
      says("coinbase", "1"),
      says("kraken", "2"),
      says("ecb", "2"),
    ];
    expect(outcome(halves)).toContain("differ by more than allowed");
  });

  test("is none where sources stand in a row, each near the next but the ends far apart", () => {
    const row = [says("chainlink:base", "1"), says("coinbase", "1.009"), says("kraken", "1.018")];
    expect(outcome(row, 3)).toContain("differ by more than allowed");
  });

  test("names what failed", () => {
    const failures = [new NoPrice("ecb", "stale", "the rates are of 2025-12-01")];
    const result = agree("EUR", [says("coinbase", "1")], failures, { required: 2, maxApartBps: 100 });
    expect(result).toEqual({
      symbol: "EUR",
      reason: "1 of 2 independent sources have a usable price of EUR; ecb: the rates are of 2025-12-01",
    });
  });
});
