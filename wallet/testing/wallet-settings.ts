import type { WalletSettings } from "@/wallet/settings";

/** What a page is told of wallets in tests: local chains, and none but what a test brings along. */
export function walletSettings(changes: Partial<WalletSettings> = {}): WalletSettings {
  return {
    profile: "local",
    networks: [],
    walletConnectProjectId: null,
    safeAppHosts: [],
    testAccounts: null,
    ...changes,
  };
}
