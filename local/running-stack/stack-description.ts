import { DEMO_SAFE_NETWORK, demoSafe } from "@/local/chains/demo-safe";
import type { Credentials, Demo, Stack, StackNetwork } from "@/local/running-stack/stack-file";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { isNetworkId, NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import { tokensOf } from "@/server/currencies/tokens";
import type { NetworkSettings } from "@/server/environment/networks";

export interface StackFacts {
  config: Config;
  databaseUrl: string;
  /** What the seed handed out; absent on a live profile. */
  tenants: { credentials: Credentials; demo: Demo } | undefined;
  processes: Stack["processes"];
  /** Where faults are played; absent without `--chaos`. */
  chaosUrl?: string | undefined;
}

/** The content of `stack.json` for what runs now. */
export function describeStack({ config, databaseUrl, tenants, processes, chaosUrl }: StackFacts): Stack {
  const networks = Object.entries(config.networks).flatMap(([id, settings]) =>
    isNetworkId(id) ? [[id, describeNetwork(id, settings)] as const] : [],
  );
  return {
    version: 1,
    apiUrl: config.urls.api,
    authUrl: config.urls.auth,
    payUrl: config.urls.pay,
    dashboardUrl: config.urls.dashboard,
    databaseUrl,
    wire: config.wire,
    networks: Object.fromEntries(networks),
    accounts: config.profile === "local" ? developmentAccounts() : undefined,
    ...tenants,
    safe:
      config.profile === "local" && networks.some(([id]) => id === DEMO_SAFE_NETWORK)
        ? describeSafe()
        : undefined,
    processes,
    chaosUrl,
  };
}

function describeSafe(): Stack["safe"] {
  const { address, version, owners, threshold } = demoSafe();
  return {
    network: DEMO_SAFE_NETWORK,
    address,
    version,
    owners: owners.map((owner) => owner.address),
    threshold,
  };
}

function describeNetwork(id: NetworkId, settings: NetworkSettings): StackNetwork {
  const { family, chainId, contracts } = NETWORKS[id];
  const confirmations = settings.confirmations ?? NETWORKS[id].confirmations;
  const { erc20FeeProxy, ethereumFeeProxy, batch, recurring } = contracts;
  const addresses = {
    erc20FeeProxy: erc20FeeProxy.address,
    ethereumFeeProxy: ethereumFeeProxy?.address,
    batch: batch?.address,
    recurring: settings.contracts?.recurring ?? recurring?.address,
  };
  return {
    family,
    chainId,
    rpcUrl: settings.rpcUrls[0] ?? "",
    wsUrl: settings.wsUrl,
    confirmations: confirmations === "finalized" ? undefined : confirmations,
    tokens: Object.fromEntries(
      tokensOf(id).flatMap(({ symbol, address, decimals }) =>
        address === null ? [] : [[symbol, { address, decimals }] as const],
      ),
    ),
    contracts: Object.fromEntries(
      Object.entries(addresses).flatMap(([name, address]) =>
        address === undefined ? [] : [[name, address] as const],
      ),
    ),
  };
}
