import { trustWallet, walletConnectWallet } from "@rainbow-me/rainbowkit/wallets";
import { monogram } from "@/wallet/monogram";
import type { TronAdapterId } from "@/wallet/tron/adapters";

/** A Tron wallet we know (PP-04). */
export interface KnownTronWallet {
  id: TronAdapterId;
  name: string;
  icon(): Promise<string>;
  /** What it puts into the page; absent for a wallet on another device. */
  isInjected?: (page: Record<string, unknown>) => boolean;
  installUrl?: string;
  /** Opens a page in the wallet's own browser on a phone. */
  deepLink?: (pageUrl: string) => string;
}

/** The curated Tron wallets in the order of the list (PP-04); without a project (null) none on other devices. */
export function knownTronWallets(projectId: string | null): KnownTronWallet[] {
  const project = { projectId: projectId ?? "none" };
  const all: KnownTronWallet[] = [
    {
      id: "tronLink",
      name: "TronLink",
      icon: async () => monogram("T", "#2e5cff"),
      isInjected: ({ tron, tronLink }) => Boolean(tronLink) || flagOf(tron, "isTronLink"),
      installUrl: "https://www.tronlink.org/",
      deepLink: (url) => {
        const param = { url, action: "open", protocol: "TronLink", version: "1.0", chainId: "0x2b6653dc" };
        return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`;
      },
    },
    {
      id: "guarda",
      name: "Guarda",
      icon: async () => monogram("G", "#5b67c4"),
      isInjected: ({ guarda }) => Boolean(guarda),
      installUrl: "https://guarda.com/",
    },
    {
      id: "trust",
      name: "Trust Wallet",
      icon: () => pictureOf(trustWallet(project)),
      isInjected: ({ trustwallet }) => flagOf(trustwallet, "tronLink"),
      installUrl: "https://trustwallet.com/browser-extension",
      deepLink: (url) => `https://link.trustwallet.com/open_url?coin_id=195&url=${encodeURIComponent(url)}`,
    },
    {
      id: "walletConnectTron",
      name: "WalletConnect",
      icon: () => pictureOf(walletConnectWallet(project)),
    },
  ];
  return projectId === null ? all.filter(({ isInjected }) => isInjected) : all;
}

async function pictureOf({ iconUrl }: { iconUrl: string | (() => Promise<string>) }): Promise<string> {
  return typeof iconUrl === "string" ? iconUrl : iconUrl();
}

function flagOf(of: unknown, name: string): boolean {
  return typeof of === "object" && of !== null && Boolean(Reflect.get(of, name));
}
