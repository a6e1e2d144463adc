"use client";

import { useEffect, useSyncExternalStore } from "react";
import { type Connection, connection, noConnection, onConnection, reconnectOnce } from "@/wallet/connection";
import type { WalletSettings } from "@/wallet/settings";

/**
 * The wallet of this page, the same for every component. Comes back to the last one after the first paint.
 * Connect with `connectWallet`, let go with `disconnectWallet` (`wallet/connection.ts`).
 */
export function useWallet(settings: WalletSettings): Connection {
  const state = useSyncExternalStore(onConnection, connection, noConnection);
  useEffect(() => {
    void reconnectOnce(settings);
  }, [settings]);
  return state;
}
