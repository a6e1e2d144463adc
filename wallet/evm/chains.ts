import { type Chain, defineChain } from "viem";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";

/**
 * Public nodes, only ever told to a wallet that does not know a network and is asked to add it: it broadcasts
 * through them. The page itself reads through `/rpc`.
 */
const PUBLIC_NODES: Record<EvmNetworkId, string> = {
  mainnet: "https://eth.merkle.io",
  "arbitrum-one": "https://arb1.arbitrum.io/rpc",
  optimism: "https://mainnet.optimism.io",
  base: "https://mainnet.base.org",
  matic: "https://polygon-rpc.com",
  bsc: "https://bsc-dataseed.bnbchain.org",
  sepolia: "https://sepolia.drpc.org",
};

/** One of our networks as wallets and viem know it. */
export function evmChain(id: EvmNetworkId): Chain {
  const { chainId, name, native, isTestnet, explorer } = EVM_NETWORKS[id];
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: native,
    testnet: isTestnet,
    rpcUrls: { default: { http: [PUBLIC_NODES[id]] } },
    blockExplorers: { default: { name: "Explorer", url: new URL(explorer.transactionPrefix).origin } },
  });
}

/** Where the page itself reads from a network: our own origin, absolute because some libraries insist. */
export function nodeUrl(id: EvmNetworkId): string {
  return `${window.location.origin}/rpc/${id}`;
}
