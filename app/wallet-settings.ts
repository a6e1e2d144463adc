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
    ...walletConnectOf(config),
    safeAppHosts: config.safeAppHosts,
    testAccounts: isLocal ? testAccounts() : null,
  };
}

/** Wallets on other devices: with local chains only those of a relay on this machine, which knows no projects. */
function walletConnectOf(
  config: Config,
): Pick<WalletSettings, "walletConnectProjectId" | "walletConnectRelayUrl"> {
  const { profile, walletConnectProjectId, walletConnectRelayUrl } = config;
  if (profile === "live") return { walletConnectProjectId };
  if (walletConnectRelayUrl === null) return { walletConnectProjectId: null };
  return { walletConnectProjectId: "0".repeat(32), walletConnectRelayUrl };
}

function testAccounts(): Record<string, `0x${string}`> {
  return Object.fromEntries(
    Object.entries(developmentAccounts()).map(([name, { privateKey }]) => [name, privateKey]),
  );
}
