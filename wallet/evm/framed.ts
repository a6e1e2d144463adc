import type { WalletSettings } from "@/wallet/settings";

/** How the Safe around this page stands in the list of wallets. */
export const SAFE_ID = "safe";

/** Whether this page stands in a frame, which only a configured Safe interface can have made (`proxy.next.ts`). */
export function isInSafe({ safeAppHosts }: Pick<WalletSettings, "safeAppHosts">): boolean {
  return safeAppHosts.length > 0 && window.parent !== window;
}
