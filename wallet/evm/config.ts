import type { Chain } from "viem";
import { type Config, type CreateConnectorFn, createConfig, createStorage, http, noopStorage } from "wagmi";
import { isEvmNetworkId } from "@/server/chains/networks";
import { walletError } from "@/wallet/errors";
import { evmChain, nodeUrl } from "@/wallet/evm/chains";
import type { WalletSettings } from "@/wallet/settings";

/**
 * wagmi for the networks that can be reached, with `connectors`, and with the providers that announce
 * themselves (EIP-6963) if `discover`. Never `getDefaultConfig`, which calls third parties on load.
 */
export function evmConfig(
  settings: WalletSettings,
  connectors: readonly CreateConnectorFn[],
  discover: boolean,
): Config {
  const networks = settings.networks.filter(isEvmNetworkId);
  const [first, ...others] = networks.map(evmChain);
  if (!first) throw walletError("failed", new Error("no EVM network is configured"));
  const chains: readonly [Chain, ...Chain[]] = [first, ...others];
  return createConfig({
    chains,
    connectors: [...connectors],
    multiInjectedProviderDiscovery: discover,
    storage: createStorage({ key: "quittance", storage: storageOf(window) }),
    transports: Object.fromEntries(networks.map((id) => [evmChain(id).id, http(nodeUrl(id))])),
  });
}

/** Browsers that keep nothing for a page throw when it looks for its storage. */
function storageOf(page: Window): Storage | typeof noopStorage {
  try {
    return page.localStorage;
  } catch {
    return noopStorage;
  }
}
