import type { WalletFamily } from "@/wallet/wallet";

const KEY = "quittance:wallet";

/** The wallet that was connected last: enough to find it again, nothing about its owner. */
export interface RememberedWallet {
  family: WalletFamily;
  id: string;
}

/** The wallet to come back to after a reload, or null. Loads nothing of any wallet. */
export function rememberedWallet(): RememberedWallet | null {
  const [family, id] = stored().split("/");
  return (family === "evm" || family === "tron") && id ? { family, id } : null;
}

/** Keeps the wallet for the next load of a page; null forgets it. */
export function rememberWallet(wallet: RememberedWallet | null): void {
  try {
    if (wallet) localStorage.setItem(KEY, `${wallet.family}/${wallet.id}`);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage can be switched off: then a reload asks for the wallet again.
  }
}

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
