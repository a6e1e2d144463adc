import type { Connector } from "wagmi";
import { walletConnect } from "wagmi/connectors";
import { walletError } from "@/wallet/errors";
import { evmConfig } from "@/wallet/evm/config";
import { pageMetadata } from "@/wallet/page-metadata";
import type { WalletSettings } from "@/wallet/settings";

let connector: Connector | undefined;

/**
 * The connection to wallets on other devices: one per page, because they share one session. Loaded and reached
 * out with only when such a wallet is chosen.
 */
export function walletConnectConnector(settings: WalletSettings): Connector {
  if (connector) return connector;
  const projectId = settings.walletConnectProjectId;
  if (projectId === null) throw walletError("failed", new Error("no WalletConnect project is configured"));
  const make = walletConnect({
    projectId,
    ...(settings.walletConnectRelayUrl === undefined ? {} : { relayUrl: settings.walletConnectRelayUrl }),
    showQrModal: false,
    telemetryEnabled: false,
    metadata: pageMetadata(),
  });
  [connector] = evmConfig(settings, [make], false).connectors;
  if (!connector) throw walletError("failed");
  return connector;
}
