import { describe, expect, test } from "vitest";
import { currencyById } from "@/server/currencies/all";
import { currencyHash } from "@/server/currencies/currency-hash";

/** The table of onchain.md §9.1. */
describe("the conversion contracts' name for", () => {
  test.each([
    ["USD", "0x775eb53d00dd0acd3ec1696472105d579b9b386b"],
    ["EUR", "0x17b4158805772ced11225e77339f90beb5aae968"],
    ["GBP", "0x013f29832cd6525c4c6df81c2aae8032a1ff2db2"],
    ["JPY", "0xf68fb12aa78e5c2b3eebd71441a990cd5757055c"],
    ["CNY", "0x66710cc1372861ec5d5537c075b527b7b3c63c5f"],
    ["ETH-mainnet", "0xf5af88e117747e87fc5929f2ff87221b1447652e"],
    ["ETH-base", "0xb678b03f3f3a6ea652ad1d183032fac176d83b08"],
    ["ETH-optimism", "0x058fa190e345e245c74b4f1adbff6adfcfd8fff3"],
    ["ETH-sepolia", "0xbb3546497a53cd710beb11b84c5240327f145bcb"],
    ["MATIC-matic", "0x23c7fe5a44ca213deed6f3e2e714d747fcbcdbf0"],
    ["BNB-bsc", "0x281162bd0b7a4162cb676bc4873734497b3af025"],
    // Not in the contract's table: read from the public token list.
    ["AETH-arbitrum-one", "0x0ee88324f875d378f9a06643830934cadff6b1e5"],
    ["TRX-tron", "0x19e00026c849065c858730755d26151d5bdc8003"],
    ["AVAX-avalanche", "0xf32cf7fcbb71d3d5ef75612538abd69e81d64aa9"],
    ["ETH-zksyncera", "0x9f5f9dd76da0699876ac4ae64b1bfad36daffffb"],
    ["S-sonic", "0x1669542d968c81916a58d0028958e01906684948"],
  ])("%s is %s", (id, hash) => expect(currencyById(id)?.hash).toBe(hash));
});

test("letter case does not change the hash", () => {
  expect(currencyHash("ISO4217", "usd")).toBe(currencyHash("ISO4217", "USD"));
});
