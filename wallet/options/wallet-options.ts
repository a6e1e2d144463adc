import { isEvmNetworkId } from "@/server/chains/networks";
import { evmOptions } from "@/wallet/options/evm-options";
import type { ListedWallet } from "@/wallet/options/listed-wallet";
import { tronOptions } from "@/wallet/options/tron-options";
import { rememberedWallet } from "@/wallet/remembered";
import type { WalletSettings } from "@/wallet/settings";
import type { Wallet, WalletOption } from "@/wallet/wallet";

/** Rows shown at once, per family; the others are behind "More wallets" (PP-04). */
export const SHOWN_AT_FIRST = 5;

/**
 * The wallets a page offers, in the order of the list, EVM before Tron (PP-04). Load this module with one
 * `import()` when somebody wants to connect: it brings all wallet code with it. Nothing is asked of a third
 * party before one of the options is connected.
 */
export async function walletOptions(settings: WalletSettings): Promise<WalletOption[]> {
  return listedWallets(settings);
}

/** The wallet that was connected when the page was left, without a prompt; null when there is none. */
export async function reconnectWallet(settings: WalletSettings): Promise<Wallet | null> {
  const remembered = rememberedWallet();
  if (!remembered) return null;
  const wallets = await listedWallets(settings);
  const wallet = wallets.find(({ id, family }) => id === remembered.id && family === remembered.family);
  return (await wallet?.reconnect()) ?? null;
}

async function listedWallets(settings: WalletSettings): Promise<ListedWallet[]> {
  const [evm, tron] = await Promise.all([
    settings.networks.some(isEvmNetworkId) ? evmOptions(settings) : [],
    settings.networks.includes("tron") ? tronOptions(settings) : [],
  ]);
  return [...evm, ...tron];
}
