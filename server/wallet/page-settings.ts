import { developmentAccounts } from "@/server/chains/development-accounts";
import { NETWORK_IDS } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import type { WalletSettings } from "@/wallet/settings";

/**
 * What a page has to know about wallets, handed down as a prop. The keys of the development accounts are public
 * and only part of it on a local profile: whether the Test wallet exists is decided here and nowhere else.
 */
export function walletSettings(config: Config): WalletSettings {
  const isLocal = config.profile === "local";
  return {
    profile: config.profile,
    networks: NETWORK_IDS.filter((id) => config.networks[id] !== undefined),
    walletConnectProjectId: isLocal ? null : config.walletConnectProjectId,
    safeAppHosts: config.safeAppHosts,
    testAccounts: isLocal ? testAccounts() : null,
  };
}

function testAccounts(): Record<string, `0x${string}`> {
  return Object.fromEntries(
    Object.entries(developmentAccounts()).map(([name, { privateKey }]) => [name, privateKey]),
  );
}
