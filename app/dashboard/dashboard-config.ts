import { walletSettings } from "@/app/wallet-settings";
import type { DashboardConfig, NetworkChoice } from "@/components/dashboard/config";
import { passkeySupport } from "@/server/auth/passkeys/site";
import { IDLE_MS } from "@/server/auth/sessions";
import { NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import { TOKENS } from "@/server/currencies/tokens";

/** What the dashboard's pages may know of the configuration. */
export function dashboardConfig(config: Config): DashboardConfig {
  const here = new URL(config.urls.dashboard).origin;
  const base = (url: string) =>
    new URL(url).origin === here ? new URL(url).pathname.replace(/\/$/, "") : url;
  return {
    apiBase: base(config.urls.api),
    authBase: base(config.urls.auth),
    apiUrl: config.urls.api,
    payUrl: config.urls.pay,
    headerPrefix: config.wire.headerPrefix,
    isLocal: config.profile === "local",
    isRegistrationOpen: config.isRegistrationOpen,
    isOrchestratorRegistrationOpen: config.isOrchestratorRegistrationOpen,
    idleMs: IDLE_MS.wallet,
    linkLifetimeMs: config.securePaymentLifetimeSeconds * 1_000,
    hasFees: hasFees(config),
    networks: NETWORK_IDS.filter((id) => config.networks[id]).map((id) => networkChoice(id, config.profile)),
    passkeys: passkeysOf(config),
    wallets: walletSettings(config),
  };
}

function passkeysOf({ urls }: Config): DashboardConfig["passkeys"] {
  const support = passkeySupport(urls);
  return support.isOffered ? { isOffered: true } : support;
}

function hasFees({ protocolFee: { bps, evmAddress, tronAddress, fixedUsd } }: Config): boolean {
  const isTaken = evmAddress !== null || tronAddress !== null;
  return isTaken && (bps > 0 || Object.keys(fixedUsd).length > 0);
}

function networkChoice(id: NetworkId, profile: Config["profile"]): NetworkChoice {
  const { name, chainId, family, isTestnet, explorer } = NETWORKS[id];
  return {
    id,
    name,
    chainId,
    family,
    isTestnet,
    explorer:
      profile === "local"
        ? null
        : {
            transaction: explorer.transactionPrefix,
            address: explorer.addressPrefix,
            isHashBare: explorer.isHashBare ?? false,
          },
    tokens: TOKENS.filter(({ network }) => network === id).map((token) => ({
      id: token.id,
      symbol: token.symbol,
      name: token.name,
      address: token.address,
      decimals: token.decimals,
      isDestination: token.isDestination,
    })),
  };
}
