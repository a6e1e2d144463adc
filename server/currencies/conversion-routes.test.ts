import { describe, expect, test } from "vitest";
import { EVM_NETWORK_IDS } from "@/server/chains/networks";
import { listConversionRoutes } from "@/server/currencies/conversion-routes";
import { tokenById } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { PriceSource } from "@/server/prices/price";
import { PriceBook } from "@/server/prices/price-book";

const EVERYTHING = pricesBut([]);

/** An installation that has a price of every currency but these. */
function pricesBut(unpriced: readonly string[]) {
  const source: PriceSource = {
    provider: "chainlink",
    name: "chainlink",
    onlyFor: null,
    offers: (symbol) => !unpriced.includes(symbol),
    observe: () => Promise.reject(new Error("nobody asks for a price")),
  };
  const now = () => new Date();
  return { prices: new PriceBook({ sources: [source], required: 1, maxApartBps: 100, freshMs: 1, now }) };
}

function ids(currencyId: string, query = {}): string[] {
  return listConversionRoutes(EVERYTHING, currencyId, query).conversionRoutes.map((currency) => currency.id);
}

describe("an invoice in fiat", () => {
  test("may be paid in USDC, USDT, DAI and FAU, wherever they exist (CU-13), and in native coins", () => {
    const routes = listConversionRoutes(EVERYTHING, "USD", {}).conversionRoutes;
    const tokens = routes.filter(({ type }) => type !== "ETH");
    expect(new Set(tokens.map((currency) => currency.symbol))).toEqual(
      new Set(["USDC", "USDT", "DAI", "FAU", ...["USDCn", "USDT0", "fUSDC", "fUSDT"]]),
    );
    expect(routes.filter((currency) => currency.symbol === "USDC")).toHaveLength(8);
    expect(
      routes.filter((currency) => currency.symbol === "FAU").map((currency) => currency.network),
    ).toEqual(["sepolia"]);
  });

  test("may be paid in the coin of every EVM network, under each of its IDs and after the tokens (NT-07)", () => {
    const coinsOf = (network: string) => {
      const routes = listConversionRoutes(EVERYTHING, "USD", { network }).conversionRoutes;
      const first = routes.findIndex(({ type }) => type === "ETH");
      return routes.slice(first).map(({ id, type, address, decimals, hash }) => {
        expect([type, address, decimals]).toEqual(["ETH", null, 18]);
        expect(hash).toMatch(/^0x[0-9a-f]{40}$/);
        return id;
      });
    };
    expect(Object.fromEntries(EVM_NETWORK_IDS.map((network) => [network, coinsOf(network)]))).toEqual({
      mainnet: ["ETH-mainnet"],
      "arbitrum-one": ["ETH-arbitrum-one", "AETH-arbitrum-one"],
      optimism: ["ETH-optimism", "ETH-optimism-optimism"],
      base: ["ETH-base", "ETH-base-base"],
      matic: ["POL-matic", "MATIC-matic"],
      bsc: ["BNB-bsc"],
      sepolia: ["ETH-sepolia", "ETH-sepolia-sepolia"],
    });
    expect(ids("USD", { network: "tron" })).toEqual(["USDT-tron", "USDC-tron"]);
  });

  test.each(["USD", "EUR", "CNY", "GBP", "JPY"])("%s has the same routes as USD (CU-12)", (code) => {
    expect(ids(code)).toEqual(ids("USD"));
  });
});

describe("an invoice in a token", () => {
  test("may be paid in itself first, then in the payment tokens of its network", () => {
    expect(ids("USDT-base")).toEqual(["USDT-base", "USDC-base", "DAI-base", "ETH-base", "ETH-base-base"]);
    expect(ids("USDT0-optimism")).toEqual([
      "USDT0-optimism",
      "USDC-optimism",
      "USDCn-optimism",
      "USDT-optimism",
      "DAI-optimism",
      "ETH-optimism",
      "ETH-optimism-optimism",
    ]);
  });

  test.each([
    ["fUSDC-sepolia", "sepolia", ["fUSDC-sepolia", "USDC-sepolia"]],
    ["USDCn-matic", "polygon", ["USDCn-matic", "USDC-matic"]],
    ["ETH-sepolia-sepolia", "sepolia", ["ETH-sepolia-sepolia", "ETH-sepolia"]],
    ["AETH-arbitrum-one", "arbitrum-one", ["AETH-arbitrum-one", "ETH-arbitrum-one"]],
    ["USDC-sepolia", "sepolia", ["USDC-sepolia", "fUSDC-sepolia"]],
  ])(
    "%s is found under the ID of the public catalogue that was asked for, and its own",
    (id, network, first) => {
      const answer = listConversionRoutes(EVERYTHING, id.toUpperCase(), { network });
      expect(answer.currencyId).toBe(id);
      const found = answer.conversionRoutes.map((route) => route.id);
      expect(found.slice(0, 2)).toEqual(first);
      expect(new Set(found).size).toBe(found.length);
      for (const route of answer.conversionRoutes) {
        expect([route.id, tokenById(route.id)?.address]).toEqual([route.id, route.address]);
        expect(route.id).toBe(`${route.symbol}-${route.network}`);
      }
    },
  );

  test("that we do not settle in has no routes", () => {
    expect(ids("WETH-mainnet")).toEqual([]);
  });
});

describe("the network filter (CU-09, CU-10)", () => {
  test("none: network is null", () => {
    const answer = listConversionRoutes(EVERYTHING, "USD", {});
    expect(answer.network).toBeNull();
    expect(answer).not.toHaveProperty("networks");
  });

  test("one: named, and only its tokens", () => {
    expect(listConversionRoutes(EVERYTHING, "usd", { network: "sepolia" })).toMatchObject({
      currencyId: "USD",
      network: "sepolia",
      conversionRoutes: [
        { id: "FAU-sepolia" },
        { id: "USDC-sepolia" },
        { id: "fUSDC-sepolia" },
        { id: "USDT-sepolia" },
        { id: "fUSDT-sepolia" },
        { id: "ETH-sepolia" },
        { id: "ETH-sepolia-sepolia" },
      ],
    });
  });

  test("several, separated by commas: listed in place of network", () => {
    const answer = listConversionRoutes(EVERYTHING, "USD", { networks: "tron, base" });
    expect(answer.networks).toEqual(["tron", "base"]);
    expect(answer).not.toHaveProperty("network");
    expect(new Set(answer.conversionRoutes.map((currency) => currency.network))).toEqual(
      new Set(["tron", "base"]),
    );
  });

  test("networks by the names they have in documents", () => {
    const polygon = listConversionRoutes(EVERYTHING, "USD", { network: "polygon" });
    expect(polygon.network).toBe("polygon");
    expect(polygon.conversionRoutes).toEqual(
      listConversionRoutes(EVERYTHING, "USD", { network: "matic" }).conversionRoutes,
    );
    expect(polygon.conversionRoutes.map((route) => route.id)).toContain("USDCn-matic");
    expect(ids("USD", { networks: "Ethereum,BNB" })).toEqual(ids("USD", { networks: "mainnet,bsc" }));
  });

  test("an unknown network has no routes", () => {
    expect(ids("USD", { network: "nowhere" })).toEqual([]);
    expect(ids("USD", { networks: ",," })).toEqual([]);
  });
});

test("currencies without a price are left out, but a token is always paid in itself (CU-08)", () => {
  const of = (id: string) =>
    listConversionRoutes(pricesBut(["DAI", "EUR", "ETH"]), id, { network: "base" }).conversionRoutes.map(
      (currency) => currency.id,
    );
  expect(of("USD")).toEqual(["USDC-base", "USDT-base"]);
  expect(of("EUR")).toEqual([]);
  expect(of("DAI-base")).toEqual(["DAI-base"]);
});

test("404 Token not found for an unknown currency (CU-11)", () => {
  expect(() => listConversionRoutes(EVERYTHING, "NOPE-mainnet", {})).toThrow(
    new ApiError("token_not_found", "Token not found"),
  );
});
