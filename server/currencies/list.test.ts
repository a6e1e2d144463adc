import { describe, expect, test } from "vitest";
import { ALL_CURRENCIES } from "@/server/currencies/all";
import { listCurrencies } from "@/server/currencies/list";
import { type Currency, ListCurrenciesQuery } from "@/server/currencies/schema";
import { ApiError } from "@/server/errors";

function many(query: ListCurrenciesQuery): Currency[] {
  const answer = listCurrencies(query);
  if (!Array.isArray(answer)) throw new Error("expected an array");
  return answer;
}

function refusal(query: ListCurrenciesQuery): ApiError {
  try {
    listCurrencies(query);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("expected an ApiError");
}

describe("200", () => {
  test("without a filter everything is listed, what we settle in first (CU-01)", () => {
    const all = many({});
    expect(all).toHaveLength(ALL_CURRENCIES.length);
    expect(all[0]?.id).toBe("ETH-mainnet");
  });

  test("a token carries every documented field (CU-05, CU-07)", () => {
    expect(listCurrencies({ id: "USDC-base" })).toEqual({
      id: "USDC-base",
      name: "USD Coin",
      symbol: "USDC",
      decimals: 6,
      address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      network: "base",
      type: "ERC20",
      hash: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      chainId: 8453,
    });
  });

  test("native coins are ETH, Tron tokens TRC20, fiat ISO4217 on network fiat and chain 0 (CU-06, CU-12)", () => {
    expect(listCurrencies({ id: "TRX-tron" })).toMatchObject({ type: "ETH", address: null, decimals: 6 });
    expect(listCurrencies({ id: "USDT-tron" })).toMatchObject({ type: "TRC20", chainId: 728126428 });
    const fiat = many({ network: "fiat" });
    expect(fiat.map((currency) => currency.id).sort()).toEqual(["CNY", "EUR", "GBP", "JPY", "USD"]);
    for (const currency of fiat)
      expect(currency).toMatchObject({ type: "ISO4217", chainId: 0, address: null });
  });

  test("filters combine", () => {
    expect(many({ network: "sepolia", symbol: "FAU" }).map((currency) => currency.id)).toEqual([
      "FAU-sepolia",
    ]);
    expect(many({ symbol: "usdc" }).every((currency) => currency.symbol === "USDC")).toBe(true);
    expect(new Set(many({ network: "optimism" }).map((currency) => currency.network))).toEqual(
      new Set(["optimism"]),
    );
    expect(listCurrencies({ id: "USDC-base", network: "base" })).toMatchObject({ id: "USDC-base" });
  });

  test("firstOnly turns the array into one object (CU-02), and only when it is true", () => {
    const query = { network: "base", symbol: "USDC" };
    expect(listCurrencies({ ...query, firstOnly: "true" })).toMatchObject({ id: "USDC-base" });
    expect(many({ ...query, firstOnly: "false" })).toHaveLength(1);
    expect(many({ firstOnly: "false" })).toHaveLength(ALL_CURRENCIES.length);
  });

  test.each([
    ["fUSDC-sepolia", "USDC-sepolia"],
    ["USDC-base-base", "USDC-base"],
    ["USDT0-arbitrum-one", "USDT-arbitrum-one"],
    ["usd", "USD"],
  ])("the ID %s answers the object %s (CU-03, NT-09)", (id, canonical) => {
    expect(listCurrencies({ id })).toMatchObject({ id: canonical });
  });

  test("symbols of the public list find our tokens (NT-07)", () => {
    expect(many({ symbol: "AETH" })).toMatchObject([{ id: "ETH-arbitrum-one" }]);
    expect(many({ symbol: "USDT0", network: "matic" })).toMatchObject([{ id: "USDT-matic" }]);
    expect(many({ symbol: "MATIC", network: "matic" })).toMatchObject([{ id: "POL-matic" }]);
  });
});

describe("404 Token not found (CU-04)", () => {
  test.each([
    { id: "NOPE-mainnet" },
    { id: "__proto__" },
    { id: "" },
    { symbol: "NOPE" },
    { symbol: "constructor" },
    { network: "nowhere" },
    { network: "base", symbol: "FAU" },
    { id: "USDC-base", network: "mainnet" },
    { network: "base", symbol: "FAU", firstOnly: "true" },
  ])("%j", (query) => {
    expect(refusal(query)).toMatchObject({ status: 404, message: "Token not found" });
  });
});

describe("400", () => {
  test.each(["yes", "TRUE", "1", ""])("firstOnly=%j is refused in the documented words", (firstOnly) => {
    const result = ListCurrenciesQuery.safeParse({ firstOnly });
    expect(result.error?.issues).toMatchObject([
      { code: "custom", message: "firstOnly must be 'true' or 'false' if provided", path: ["firstOnly"] },
    ]);
  });

  test.each([{}, { network: "base" }, { symbol: "USDC" }])(
    "firstOnly=true with %j misses a filter",
    (query) => {
      expect(refusal({ ...query, firstOnly: "true" })).toMatchObject({
        status: 400,
        issues: [{ code: "custom", path: ["firstOnly"] }],
      });
    },
  );
});
