"use client";

import { useEffect, useState } from "react";
import type { WalletSettings } from "@/wallet/settings";
import type { WalletOption } from "@/wallet/wallet";

interface Loaded {
  status: "loading" | "ready" | "failed";
  options: WalletOption[];
  shownAtFirst: number;
}

const NOTHING: Loaded = { status: "loading", options: [], shownAtFirst: 0 };

/** Loads the wallet code, and with it the wallets there are. */
export function useWalletOptions(settings: WalletSettings): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(NOTHING);
  useEffect(() => {
    let isWanted = true;
    load(settings).then(
      (next) => isWanted && setLoaded(next),
      () => isWanted && setLoaded({ ...NOTHING, status: "failed" }),
    );
    return () => {
      isWanted = false;
    };
  }, [settings]);
  return loaded;
}

async function load(settings: WalletSettings): Promise<Loaded> {
  const { SHOWN_AT_FIRST, walletOptions } = await import("@/wallet/options/wallet-options");
  return { status: "ready", options: await walletOptions(settings), shownAtFirst: SHOWN_AT_FIRST };
}
