import { asWalletError, walletError } from "@/wallet/errors";
import type { ListedWallet } from "@/wallet/options/listed-wallet";
import type { WalletSettings } from "@/wallet/settings";
import { TEST_WALLET } from "@/wallet/test-wallet/listed";
import { signerOf } from "@/wallet/tron/adapter-signer";
import { tronAdapter } from "@/wallet/tron/adapters";
import { type KnownTronWallet, knownTronWallets } from "@/wallet/tron/catalogue";
import { type TronSigner, TronWallet } from "@/wallet/tron/tron-wallet";
import type { Wallet, WalletPairing } from "@/wallet/wallet";

/** The Tron wallets of the list: the Test wallet where there is one, then the curated ones, installed ones first. */
export async function tronOptions(settings: WalletSettings): Promise<ListedWallet[]> {
  const known = knownTronWallets(settings.profile === "live" ? settings.walletConnectProjectId : null);
  const options = await Promise.all(known.map((wallet) => optionOf(settings, wallet)));
  const installed = options.filter(({ isInstalled }) => isInstalled);
  const others = options.filter(({ isInstalled }) => !isInstalled);
  return [...(await testOption(settings)), ...installed, ...others];
}

async function optionOf(settings: WalletSettings, wallet: KnownTronWallet): Promise<ListedWallet> {
  const { id, name, icon, deepLink, installUrl, isInjected } = wallet;
  const isReal = settings.profile === "live";
  // Wallets put names of their own into the page.
  const page = window as unknown as Record<string, unknown>;
  return {
    id,
    name,
    family: "tron",
    icon: await icon(),
    isInstalled: isInjected?.(page) ?? false,
    deepLink: isReal ? deepLink : undefined,
    installUrl,
    needsPairing: !isInjected,
    connect: async (show) => {
      if (!isReal) throw walletError("real_wallet_refused");
      return connect(settings, wallet, show);
    },
    reconnect: async () => (isReal ? reconnect(settings, wallet) : null),
  };
}

async function connect(
  settings: WalletSettings,
  wallet: KnownTronWallet,
  show: ((pairing: WalletPairing) => void) | undefined,
): Promise<Wallet> {
  try {
    const adapter = await tronAdapter(wallet.id, settings);
    if (!adapter) throw walletError("not_installed");
    // The common type leaves out what the adapter for other devices takes.
    const options: Record<string, unknown> = { onUri: (uri: string) => show?.({ uri }) };
    await adapter.connect(wallet.isInjected ? undefined : options);
    return connected(wallet, signerOf(adapter));
  } catch (error) {
    throw asWalletError(error);
  }
}

/** Wallets in this browser show their account again by themselves; one on another device has to be called. */
async function reconnect(settings: WalletSettings, wallet: KnownTronWallet): Promise<Wallet | null> {
  try {
    const adapter = await tronAdapter(wallet.id, settings);
    if (!adapter) return null;
    if (!wallet.isInjected) await withoutPairing(adapter);
    return adapter.address ? new TronWallet(wallet, signerOf(adapter), adapter.address) : null;
  } catch {
    // A wallet that cannot be had again is one that is not connected.
    return null;
  }
}

function withoutPairing(adapter: {
  connect(options?: Record<string, unknown>): Promise<void>;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    adapter.connect({ onUri: () => reject(walletError("disconnected")) }).then(resolve, reject);
  });
}

async function testOption(settings: WalletSettings): Promise<ListedWallet[]> {
  if (settings.profile !== "local" || !settings.testAccounts) return [];
  const { testSigner } = await import("@/wallet/test-wallet/tron-signer");
  const signer = testSigner(settings.testAccounts);
  const connectTest = async () => connected(TEST_WALLET, signer);
  return [
    { ...TEST_WALLET, family: "tron", isInstalled: true, connect: connectTest, reconnect: connectTest },
  ];
}

function connected(listed: { id: string; name: string }, signer: TronSigner): Wallet {
  const address = signer.address();
  if (!address) throw walletError("rejected");
  return new TronWallet(listed, signer, address);
}
