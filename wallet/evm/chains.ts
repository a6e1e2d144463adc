import { type Chain, defineChain } from "viem";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";

/** One of our networks as wallets and viem know it. */
export function evmChain(id: EvmNetworkId): Chain {
  const { chainId, name, native, isTestnet, explorer, publicNode } = EVM_NETWORKS[id];
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: native,
    testnet: isTestnet,
    rpcUrls: { default: { http: [publicNode] } },
    blockExplorers: { default: { name: "Explorer", url: new URL(explorer.transactionPrefix).origin } },
  });
}

/** Where the page itself reads from a network: our own origin, absolute because some libraries insist. */
export function nodeUrl(id: EvmNetworkId): string {
  return `${window.location.origin}/rpc/${id}`;
}
