"use client";

import { createContext, useContext, useEffect, useState } from "react";
import type { PageNetwork } from "@/server/secure-payments/page/page-schema";

/** True where mainnet can be read, and the payer has connected: before that, nothing is looked up. */
export const NamesContext = createContext(false);

/** The name of a recipient above the address, once it is known; nothing without one. */
export function RecipientName({ address, network }: { address: string; network: PageNetwork }) {
  const canLookUp = useContext(NamesContext) && network.family === "evm" && !network.isTestnet;
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (!canLookUp) return;
    let isGone = false;
    void lookUp(address, network.chainId).then((found) => !isGone && setName(found));
    return () => {
      isGone = true;
    };
  }, [canLookUp, address, network.chainId]);
  return name && <bdi className="block break-words">{name}</bdi>;
}

async function lookUp(address: string, chainId: number): Promise<string | null> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
  const [{ findName }, { readClient }] = await Promise.all([
    import("@/components/pay/names/find-name"),
    import("@/wallet/evm/read-client"),
  ]);
  return findName(readClient("mainnet"), `0x${address.slice(2)}`, chainId);
}
