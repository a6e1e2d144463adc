import type { Wallet, WalletOption } from "@/wallet/wallet";

/** A row of the list that can also come back after a reload. */
export interface ListedWallet extends WalletOption {
  /** The wallet without asking its owner; null when it would have to ask. */
  reconnect(): Promise<Wallet | null>;
}
