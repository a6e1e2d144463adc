import type { Hex } from "viem";
import type { NetworkId } from "@/server/chains/networks";

/** What the server tells a page about wallets (`app/wallet-settings.ts`). */
export interface WalletSettings {
  /** On `local`, real wallets are refused and the Test wallet is offered. */
  profile: "local" | "live";
  /** Networks that can be reached. */
  networks: NetworkId[];
  /** Of the WalletConnect cloud; null offers no wallets on other devices. */
  walletConnectProjectId: string | null;
  /** A relay on this machine instead of the public one: on `local` alone, where only EVM wallets are paired. */
  walletConnectRelayUrl?: string;
  /** Origins of Safe interfaces that may show this page in a frame; empty for pages that nobody may frame. */
  safeAppHosts: string[];
  /** Keys of the public development accounts by name; null on a live profile. */
  testAccounts: Record<string, Hex> | null;
}
