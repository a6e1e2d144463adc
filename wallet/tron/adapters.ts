import { type Adapter, WalletReadyState } from "@tronweb3/tronwallet-abstract-adapter";
import { walletError } from "@/wallet/errors";
import { pageMetadata } from "@/wallet/page-metadata";
import type { WalletSettings } from "@/wallet/settings";

/** We show where a wallet comes from and open its app ourselves; an adapter only ever talks to its wallet. */
const QUIET = {
  openUrlWhenWalletNotFound: false,
  openAppWithDeeplink: false,
  checkTimeout: 2_000,
};

export type TronAdapterId = "tronLink" | "trust" | "guarda" | "walletConnectTron";

/** Adapters of wallets that are there; a second one would listen to the same wallet twice. */
const present = new Map<TronAdapterId, Adapter>();

/**
 * The adapter of a Tron wallet, loaded when it is asked for; null when its wallet is not there. Waits for wallets that
 * start after the page, as TronLink does, and looks anew each time until the wallet is found.
 */
export async function tronAdapter(id: TronAdapterId, settings: WalletSettings): Promise<Adapter | null> {
  const known = present.get(id);
  if (known) return known;
  const adapter = await LOADERS[id](settings);
  if (!(await isFound(adapter))) return null;
  present.set(id, adapter);
  return adapter;
}

function isFound(adapter: Adapter): Promise<boolean> {
  if (adapter.readyState !== WalletReadyState.Loading) {
    return Promise.resolve(adapter.readyState === WalletReadyState.Found);
  }
  return new Promise((resolve) => {
    adapter.once("readyStateChanged", (state) => resolve(state === WalletReadyState.Found));
  });
}

const LOADERS: Record<TronAdapterId, (settings: WalletSettings) => Promise<Adapter>> = {
  tronLink: async () => {
    const { TronLinkAdapter } = await import("@tronweb3/tronwallet-adapter-tronlink");
    return new TronLinkAdapter(QUIET);
  },
  trust: async () => {
    const { TrustAdapter } = await import("@tronweb3/tronwallet-adapter-trust");
    return new TrustAdapter(QUIET);
  },
  guarda: async () => {
    const { GuardaAdapter } = await import("@tronweb3/tronwallet-adapter-guarda");
    return new GuardaAdapter(QUIET);
  },
  walletConnectTron: async ({ walletConnectProjectId }) => {
    if (walletConnectProjectId === null) throw walletError("failed");
    const { WalletConnectAdapter } = await import("@tronweb3/tronwallet-adapter-walletconnect");
    const options = { projectId: walletConnectProjectId, metadata: pageMetadata() };
    return new WalletConnectAdapter({ network: "Mainnet", options });
  },
};
