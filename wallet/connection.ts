import { isInSafe, SAFE_ID } from "@/wallet/evm/framed";
import { rememberedWallet, rememberWallet } from "@/wallet/remembered";
import type { WalletSettings } from "@/wallet/settings";
import type { Wallet, WalletOption, WalletPairing } from "@/wallet/wallet";

/** Where the page stands with its wallet. `chainId` is null where it is not known. */
export type Connection =
  | { status: "disconnected"; wallet: null; chainId: null }
  | { status: "reconnecting"; wallet: null; chainId: null }
  | { status: "connected"; wallet: Wallet; chainId: number | null };

const NOBODY: Connection = { status: "disconnected", wallet: null, chainId: null };

let current: Connection = NOBODY;
let stopListening: () => void = () => {};
let reconnecting: Promise<void> | undefined;
/** Counts what was asked of wallets, so that an answer to an older question is not taken for the newest. */
let attempts = 0;
const listeners = new Set<() => void>();

/** The connection now; the same object until it changes. */
export function connection(): Connection {
  return current;
}

/** Before hydration, and on the server, nobody is connected. */
export function noConnection(): Connection {
  return NOBODY;
}

/** Calls back when the connection has changed. Returns what ends it. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Connects one of `walletOptions`. Throws `WalletError`; the connection there was stays. Null when somebody chose
 * another wallet, or none, before this one answered.
 */
export async function connectWallet(
  option: WalletOption,
  show?: (pairing: WalletPairing) => void,
): Promise<Wallet | null> {
  const attempt = ++attempts;
  const wallet = await option.connect((pairing) => {
    if (attempt === attempts) show?.(pairing);
  });
  const chainId = await wallet.chainId();
  if (attempt !== attempts) return null;
  rememberWallet({ family: wallet.family, id: wallet.id });
  adopt(wallet, chainId);
  return wallet;
}

/** Stops waiting for a wallet that was asked. What it answers later is dropped. */
export function stopConnecting(): void {
  attempts++;
}

/** Lets the wallet go, here and for the next load of a page. */
export async function disconnectWallet(): Promise<void> {
  const { wallet } = current;
  stopConnecting();
  leave();
  await wallet?.disconnect();
}

/**
 * Comes back to the wallet of the last visit, without a prompt. Loads wallet code only if there was one; to be
 * called after the first paint, once per page however often it is called.
 */
export function reconnectOnce(settings: WalletSettings): Promise<void> {
  reconnecting ??= reconnect(settings);
  return reconnecting;
}

/** Connects the Safe whose interface shows this page; nothing elsewhere, and where it does not answer. */
export async function connectAround(settings: WalletSettings): Promise<void> {
  if (!isInSafe(settings) || current.wallet) return;
  const { walletOptions } = await import("@/wallet/options/wallet-options");
  const safe = (await walletOptions(settings)).find(({ id }) => id === SAFE_ID);
  if (safe) await connectWallet(safe).catch(() => null);
}

async function reconnect(settings: WalletSettings): Promise<void> {
  if (!rememberedWallet() || current.wallet) return;
  change({ status: "reconnecting", wallet: null, chainId: null });
  const { reconnectWallet } = await import("@/wallet/options/wallet-options");
  const wallet = await reconnectWallet(settings).catch(() => null);
  // Somebody may have connected another wallet meanwhile.
  if (current.status !== "reconnecting") return;
  if (wallet) adopt(wallet, await wallet.chainId());
  else leave();
}

function adopt(wallet: Wallet, chainId: number | null): void {
  stopListening();
  stopListening = wallet.onChange((next) => {
    if (!next.wallet) leave();
    else if (next.wallet === wallet) change({ status: "connected", wallet, chainId: next.chainId });
    else adopt(next.wallet, next.chainId);
  });
  change({ status: "connected", wallet, chainId });
}

function leave(): void {
  stopListening();
  stopListening = () => {};
  change(NOBODY);
}

function change(next: Connection): void {
  current = next;
  for (const listener of listeners) listener();
}
