import { describe, expect, test } from "vitest";
import { parseAddress } from "@/server/chains/address";
import { isNetworkId, NETWORKS } from "@/server/chains/networks";
import { ALL_CURRENCIES, currencyById } from "@/server/currencies/all";
import catalogue from "@/server/currencies/catalogue.json";
import { Currency } from "@/server/currencies/schema";
import { TOKENS, tokenByAddress, tokenById } from "@/server/currencies/tokens";

const rows = Currency.strict().array().parse(catalogue.currencies);

describe("the catalogue file", () => {
  test("knows more than 500 currencies on more than twice our networks (NT-01)", () => {
    expect(ALL_CURRENCIES.length).toBeGreaterThan(500);
    expect(new Set(rows.map((row) => row.network)).size).toBeGreaterThan(16);
  });

  test("is sorted, so that a refresh shows only what changed", () => {
    const keys = rows.map((row) => `${row.network}\u0000${row.id}`);
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)));
  });

  test("names its sources with version and licence", () => {
    for (const source of catalogue.sources) {
      expect(source.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(["MIT", "ISC"]).toContain(source.license);
    }
  });

  test("every token row has a checksummed address and the hash that equals it (CU-07)", () => {
    for (const row of rows) {
      if (row.type !== "ERC20") continue;
      expect(parseAddress("evm", row.address ?? "")).toEqual({ ok: true, address: row.address });
      expect(row.hash).toBe(row.address);
    }
  });

  test("every other row is a native coin with a hash of its own", () => {
    const coins = rows.filter((row) => row.type !== "ERC20");
    expect(coins.length).toBeGreaterThan(10);
    for (const coin of coins) {
      expect([coin.type, coin.address]).toEqual(["ETH", null]);
      expect(coin.hash).toMatch(/^0x[0-9a-f]{40}$/);
    }
    expect(new Set(coins.map((coin) => coin.hash)).size).toBe(coins.length);
  });

  test("IDs are <symbol>-<network> in characters a URL path carries unescaped", () => {
    for (const row of rows) {
      expect(row.id).toBe(`${row.symbol}-${row.network}`);
      expect(row.id).toMatch(/^[A-Za-z0-9.$+_-]+$/);
    }
  });

  test("a network ID and a chain ID always go together, ours included", () => {
    const chainOf = new Map<string, number | null>();
    for (const { network, chainId } of ALL_CURRENCIES) {
      expect(chainOf.get(network) ?? chainId).toBe(chainId);
      chainOf.set(network, chainId);
      if (isNetworkId(network)) expect(chainId).toBe(NETWORKS[network].chainId);
    }
    expect(new Set(chainOf.values()).size).toBe(chainOf.size);
  });
});

describe("a currency we settle in", () => {
  test("has one row, under its canonical ID", () => {
    for (const token of TOKENS) {
      const same = ALL_CURRENCIES.filter(
        ({ network, address, id }) =>
          id === token.id ||
          (network === token.network &&
            token.address !== null &&
            address?.toLowerCase() === token.address.toLowerCase()),
      );
      expect(same.map((currency) => currency.id)).toEqual([token.id]);
    }
  });

  test("cannot be imitated: no catalogue row takes its ID, an alias of it, or its address", () => {
    for (const row of rows) {
      expect(tokenById(row.id)).toBeUndefined();
      if (isNetworkId(row.network) && row.address)
        expect(tokenByAddress(row.network, row.address)).toBeUndefined();
    }
  });

  test("bridged USDC is listed under a name of its own", () => {
    expect(currencyById("USDC.e-matic")?.address).toBe("0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174");
    expect(currencyById("USDC-matic")?.address).toBe("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359");
  });
});

test("every currency has an ID of its own, whatever the letter case", () => {
  const ids = ALL_CURRENCIES.map((currency) => currency.id.toLowerCase());
  expect(new Set(ids).size).toBe(ids.length);
});

test("hashes are lower case, and addresses of Tron keep their one spelling beside them (CU-07)", () => {
  for (const { hash, address } of ALL_CURRENCIES) {
    if (address === null) expect(hash).toMatch(/^0x[0-9a-f]{40}$/);
    else expect(hash).toBe(address.toLowerCase());
  }
  expect(currencyById("USDT-tron")?.address).toBe("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
});
