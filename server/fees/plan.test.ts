import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAmount } from "@/server/lib/amount";
import { manyCases } from "@/server/testing/long";
import { type FeePlanInput, FeesExceedAmount, type FeeTerms, resolveFeePlan, USD_DECIMALS } from "./plan";

const usd = (text: string) => (text === "0" ? 0n : parseAmount(text, USD_DECIMALS));

const PROTOCOL: FeeTerms = {
  type: "protocol_fee",
  label: "Protocol fee",
  bps: 5,
  cap: usd("25"),
  fixed: null,
  configuredBearer: null,
  forcedBearer: null,
  evmAddress: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7",
  tronAddress: null,
  configSource: "protocol_config",
};

const plan = (input: Partial<FeePlanInput>) =>
  resolveFeePlan({
    flow: "pay",
    gross: usd("1000"),
    tokenDecimals: 6,
    defaultFeeBearer: null,
    terms: [PROTOCOL],
    ...input,
  });

describe("the worked examples: 5 bps, cap 25", () => {
  test.each([
    ["pay", "1000", null, "payer", "0.5", "1000", "1000.5"],
    ["get_paid", "1000", null, "payee", "0.5", "999.5", "1000"],
    ["get_paid", "1000", "payer", "payer", "0.5", "1000", "1000.5"],
    ["pay", "100000", null, "payer", "25", "100000", "100025"],
  ] as const)("%s %s, override %s: %s bears %s", (flow, gross, override, bearer, fee, net, total) => {
    const resolved = plan({ flow, gross: usd(gross), defaultFeeBearer: override });
    expect(resolved).toMatchObject({
      version: 1,
      totalFeesUsd: fee,
      netRecipientAmountUsd: net,
      payerTotalAmountUsd: total,
      fees: [{ feeBearer: bearer, calculatedAmountUsd: fee, percentageBps: 5, capUsd: "25" }],
    });
  });
});

describe("who bears a fee", () => {
  test("forced policy wins over configuration, configuration over the payment, the payment over the flow", () => {
    const bearers = (terms: Partial<FeeTerms>, override: "payer" | "payee" | null) =>
      plan({ flow: "get_paid", defaultFeeBearer: override, terms: [{ ...PROTOCOL, ...terms }] }).fees.map(
        (fee) => [fee.feeBearer, fee.feeBearerSource],
      )[0];
    expect(bearers({}, null)).toEqual(["payee", "flow_default"]);
    expect(bearers({}, "payer")).toEqual(["payer", "payment_default_override"]);
    expect(bearers({ configuredBearer: "payee" }, "payer")).toEqual(["payee", "fee_config"]);
    expect(bearers({ configuredBearer: "payee", forcedBearer: "payer" }, "payee")).toEqual([
      "payer",
      "forced_fee_policy",
    ]);
  });
});

test("fees of the payee above the amount are refused, not cut", () => {
  const fixed = { ...PROTOCOL, fixed: usd("2"), configuredBearer: "payee" as const };
  expect(() => plan({ gross: usd("1"), terms: [fixed] })).toThrow(FeesExceedAmount);
  const all = { ...fixed, bps: 0, fixed: usd("1") };
  expect(plan({ gross: usd("1"), terms: [all] })).toMatchObject({ netRecipientAmountUsd: "0" });
});

test("a fee names the addresses it goes to, those that there are", () => {
  const tron = "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy";
  const refs = (terms: Partial<FeeTerms>) =>
    plan({ terms: [{ ...PROTOCOL, ...terms }] }).fees.map(({ destinationRef }) => destinationRef);
  expect(refs({})).toEqual([{ evmAddress: PROTOCOL.evmAddress }]);
  expect(refs({ evmAddress: null, tronAddress: tron })).toEqual([{ tronAddress: tron }]);
  expect(refs({ tronAddress: tron })).toEqual([{ evmAddress: PROTOCOL.evmAddress, tronAddress: tron }]);
});

const terms = fc.record({
  bps: fc.integer({ min: 0, max: 10_000 }),
  cap: fc.option(fc.bigInt(0n, 10n ** 24n)),
  fixed: fc.option(fc.bigInt(0n, 10n ** 20n)),
  configuredBearer: fc.constantFrom("payer" as const, "payee" as const, null),
});

test("random plans: parts add up, none is negative, caps hold, no fee is finer than its token", () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 30n),
      fc.integer({ min: 0, max: 18 }),
      fc.constantFrom("get_paid" as const, "pay" as const),
      fc.array(terms, { maxLength: 4 }),
      (gross, tokenDecimals, flow, drawn) => {
        let resolved: ReturnType<typeof plan>;
        const all = drawn.map((each) => ({ ...PROTOCOL, ...each }));
        try {
          resolved = plan({ gross, tokenDecimals, flow, terms: all });
        } catch (error) {
          return error instanceof FeesExceedAmount;
        }
        const fees = resolved.fees.map((fee) => usd(fee.calculatedAmountUsd));
        const sum = (who: string) =>
          resolved.fees.reduce(
            (total, fee, i) => (fee.feeBearer === who ? total + (fees[i] ?? 0n) : total),
            0n,
          );
        const net = usd(resolved.netRecipientAmountUsd);
        const isExact = fees.every((fee) => fee % 10n ** BigInt(18 - Math.min(tokenDecimals, 6)) === 0n);
        const isCapped = all.every(
          ({ cap, fixed }, i) => cap === null || (fees[i] ?? 0n) <= cap + (fixed ?? 0n),
        );
        return (
          net >= 0n &&
          net + sum("payee") === gross &&
          usd(resolved.payerTotalAmountUsd) === gross + sum("payer") &&
          usd(resolved.totalFeesUsd) === sum("payer") + sum("payee") &&
          fees.every((fee) => fee >= 0n) &&
          isExact &&
          isCapped
        );
      },
    ),
    { numRuns: manyCases() },
  );
});
