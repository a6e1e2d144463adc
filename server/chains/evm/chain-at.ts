import { type Chain, defineChain } from "viem";
import type { EvmNetwork } from "@/server/chains/networks";

/** A network as viem's clients know one, at this node. */
export function chainAt({ chainId, name, native }: EvmNetwork, rpcUrl: string): Chain {
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: native,
    rpcUrls: { default: { http: [rpcUrl] } },
  });
}
