import { describe, expect, test } from "vitest";
import { parseAddress } from "@/server/chains/address";
import { NETWORK_IDS, NETWORKS } from "@/server/chains/networks";
import { nativeToken, TOKENS, tokenByAddress, tokenById, tokensOf } from "@/server/currencies/tokens";

describe("the token table", () => {
  test("addresses carry a valid checksum of their family", () => {
    for (const token of TOKENS) {
      if (token.type === "ETH") continue;
      const { family } = NETWORKS[token.network];
      expect(parseAddress(family, token.address)).toEqual({ ok: true, address: token.address });
    }
  });

  test("every ID and alias means one token", () => {
    const ids = TOKENS.flatMap((token) => [token.id, ...token.aliases]).map((id) => id.toLowerCase());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("canonical IDs are <symbol>-<network> (NT-09)", () => {
    for (const token of TOKENS) expect(token.id).toBe(`${token.symbol}-${token.network}`);
  });

  test("stablecoins have 18 decimals on bsc and USDC and USDT have 6 elsewhere", () => {
    for (const token of TOKENS) {
      if (!/^USD/.test(token.symbol)) continue;
      expect([token.id, token.decimals]).toEqual([token.id, token.network === "bsc" ? 18 : 6]);
    }
  });

  test("every network lists its native coin first, and USDC and USDT as destinations", () => {
    for (const id of NETWORK_IDS) {
      const tokens = tokensOf(id);
      expect(tokens[0]).toBe(nativeToken(id));
      const destinations = tokens.filter((token) => token.isDestination).map((token) => token.symbol);
      expect(destinations).toEqual(expect.arrayContaining(["USDC", "USDT"]));
    }
  });
});

describe("by ID", () => {
  test.each([
    ["USDC-base", "USDC-base"],
    ["USDC-base-base", "USDC-base"],
    ["USDCn-matic", "USDC-matic"],
    ["USDCn-optimism", "USDC-optimism"],
    ["fUSDC-sepolia", "USDC-sepolia"],
    ["fUSDT-sepolia", "USDT-sepolia"],
    ["usdt-mainnet", "USDT-mainnet"],
    ["ETH-mainnet", "ETH-mainnet"],
    ["ETH-base-base", "ETH-base"],
    ["ETH-optimism-optimism", "ETH-optimism"],
    ["AETH-arbitrum-one", "ETH-arbitrum-one"],
    ["MATIC-matic", "POL-matic"],
    ["BNB-bsc", "BNB-bsc"],
    ["ETH-sepolia-sepolia", "ETH-sepolia"],
    ["TRX-tron", "TRX-tron"],
  ])("%s is %s", (alias, canonical) => expect(tokenById(alias)?.id).toBe(canonical));

  test.each(["USDC", "USDC-polygon", "", "USDC.e-matic", "__proto__", "constructor"])("%j is nothing", (id) =>
    expect(tokenById(id)).toBeUndefined(),
  );
});

describe("USDT0 (D-12)", () => {
  test("is USDT itself on arbitrum-one and matic, and another token on optimism", () => {
    expect(tokenById("USDT0-arbitrum-one")?.id).toBe("USDT-arbitrum-one");
    expect(tokenById("USDT0-matic")?.id).toBe("USDT-matic");
    expect(tokenById("USDT0-optimism")?.id).toBe("USDT0-optimism");
    expect(tokenById("USDT0-optimism")).not.toBe(tokenById("USDT-optimism"));
    expect(tokenById("USDT0-base")).toBeUndefined();
  });

  test("is never a destination token (NT-02)", () => {
    expect(tokenById("USDT0-optimism")?.isDestination).toBe(false);
  });
});

describe("by address", () => {
  const shared = "0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C";

  test("one address is a token on one chain and the fee proxy on another", () => {
    expect(tokenByAddress("sepolia", shared)?.id).toBe("FAU-sepolia");
    expect(tokenByAddress("mainnet", shared)).toBeUndefined();
    expect(NETWORKS.mainnet.contracts.erc20FeeProxy.address).toBe(shared);
  });

  test("EVM addresses match in any case, Tron addresses exactly", () => {
    expect(tokenByAddress("sepolia", shared.toLowerCase())?.id).toBe("FAU-sepolia");
    expect(tokenByAddress("tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")?.id).toBe("USDT-tron");
    expect(tokenByAddress("tron", "tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t")).toBeUndefined();
  });

  test.each([
    ["arbitrum-one", "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8"],
    ["optimism", "0x7F5c764cBc14f9669B88837ca1490cCa17c31607"],
    ["matic", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"],
  ] as const)("bridged USDC.e on %s is not accepted", (network, address) => {
    expect(tokenByAddress(network, address)).toBeUndefined();
  });
});

test("the tokens that refuse a second approval are marked (onchain.md §15)", () => {
  expect(TOKENS.filter((token) => token.approveNeedsReset).map((token) => token.id)).toEqual([
    "USDT-mainnet",
    "USDT-tron",
  ]);
});
