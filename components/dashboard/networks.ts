"use client";

import { useDashboardConfig } from "./config";

/** Words for networks and tokens, from what the server says it knows. */
export function useNames() {
  const { networks } = useDashboardConfig();
  return {
    /** By network ID; an unknown one is its own name. */
    network: (id: string) => networks.find((network) => network.id === id)?.name ?? id,
    /** Page of a transaction on a block explorer; null on chains that no explorer knows. */
    transactionUrl: (id: string, hash: string) => {
      const explorer = networks.find((network) => network.id === id)?.explorer;
      return explorer ? explorer.transaction + (explorer.isHashBare ? hash.replace(/^0x/, "") : hash) : null;
    },
    chain: (chainId: number) =>
      networks.find((network) => network.chainId === chainId)?.name ?? `Chain ${chainId}`,
    /** By chain and address; an unknown one is its address. */
    token: (chainId: number, address: string) =>
      networks
        .find((network) => network.chainId === chainId)
        ?.tokens.find((token) => token.address?.toLowerCase() === address.toLowerCase())?.symbol ?? address,
  };
}
