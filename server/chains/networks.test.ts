import { describe, expect, test } from "vitest";
import { parseAddress } from "@/server/chains/address";
import {
  explorerAddressUrl,
  explorerTransactionUrl,
  isNetworkId,
  NETWORK_IDS,
  NETWORKS,
  networkByChainId,
  networkById,
  networkBySourceChain,
} from "@/server/chains/networks";

describe("every network", () => {
  test.each(NETWORK_IDS)("%s: contract addresses carry a valid checksum of its family", (id) => {
    const network = NETWORKS[id];
    for (const [name, contract] of Object.entries(network.contracts)) {
      if (!contract) continue;
      expect([name, parseAddress(network.family, contract.address)]).toEqual([
        name,
        { ok: true, address: contract.address },
      ]);
    }
  });

  test("is found by its ID, its chain ID and its source-chain key", () => {
    for (const id of NETWORK_IDS) {
      const network = NETWORKS[id];
      expect(network.id).toBe(id);
      expect(networkById(id)).toBe(network);
      expect(networkByChainId(network.chainId)).toBe(network);
      if (network.sourceChain) expect(networkBySourceChain(network.sourceChain)).toBe(network);
    }
  });

  test("the chain IDs and source-chain keys are those of the contract", () => {
    const facts = NETWORK_IDS.map((id) => [id, NETWORKS[id].chainId, NETWORKS[id].sourceChain]);
    expect(facts).toEqual([
      ["mainnet", 1, "ETHEREUM"],
      ["arbitrum-one", 42161, "ARBITRUM"],
      ["optimism", 10, "OPTIMISM"],
      ["base", 8453, "BASE"],
      ["matic", 137, "POLYGON"],
      ["bsc", 56, "BNB"],
      ["sepolia", 11155111, null],
      ["tron", 728126428, null],
    ]);
  });

  test("confirms after the depth of the contract", () => {
    expect(NETWORK_IDS.map((id) => NETWORKS[id].confirmations)).toEqual([3, 1, 1, 1, 3, 3, 1, "finalized"]);
  });
});

test("unknown words find nothing, names from Object.prototype included", () => {
  for (const word of ["polygon", "Mainnet", "", "toString", "__proto__", "constructor"]) {
    expect(networkById(word)).toBeUndefined();
    expect(isNetworkId(word)).toBe(false);
    expect(networkBySourceChain(word)).toBeUndefined();
  }
  expect(networkByChainId(5)).toBeUndefined();
});

test("explorer links are prefix plus value", () => {
  expect(explorerTransactionUrl("base", "0xab")).toBe("https://basescan.org/tx/0xab");
  expect(explorerTransactionUrl("tron", "0xab")).toBe("https://tronscan.org/#/transaction/ab");
  expect(explorerAddressUrl("tron", "TR7N")).toBe("https://tronscan.org/#/address/TR7N");
});
