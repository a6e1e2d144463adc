import {
  coinbaseWallet,
  ledgerWallet,
  metaMaskWallet,
  phantomWallet,
  rabbyWallet,
  walletConnectWallet,
} from "@rainbow-me/rainbowkit/wallets";

/** A wallet we know (PP-04). */
export interface KnownWallet {
  id: string;
  name: string;
  icon(): Promise<string>;
  /** How it announces itself (EIP-6963); absent for one that is only reached through WalletConnect. */
  announced?: { rdns: string; name: RegExp };
  installUrl?: string;
  /** Opens a page in the wallet's own browser on a phone. */
  deepLink?: (pageUrl: string) => string;
  /** Opens the wallet's app with a WalletConnect address. */
  appUrl?: (uri: string) => string;
}

/** What RainbowKit's catalogue tells without making a connector. */
interface Entry {
  iconUrl: string | (() => Promise<string>);
  downloadUrls?: { browserExtension?: string };
}

/**
 * The curated EVM wallets in the order of the list (PP-04). Everything else that announces itself is hidden.
 * Without a WalletConnect project (`projectId` null) those on other devices are left out.
 */
export function knownEvmWallets(projectId: string | null): KnownWallet[] {
  // The catalogue asks for a project even to be read; none of its connectors is ever made.
  const project = { projectId: projectId ?? "none" };
  const all: KnownWallet[] = [
    {
      id: "metaMask",
      name: "MetaMask",
      ...shown(metaMaskWallet(project)),
      announced: { rdns: "io.metamask", name: /^metamask\b/i },
      deepLink: (page) => `https://metamask.app.link/dapp/${page.replace(/^https?:\/\//, "")}`,
    },
    {
      id: "coinbase",
      name: "Coinbase Wallet",
      ...shown(coinbaseWallet({ appName: "Quittance" })),
      announced: { rdns: "com.coinbase.wallet", name: /^(?:coinbase|base)\b/i },
      deepLink: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
    },
    { id: "walletConnect", name: "WalletConnect", ...shown(walletConnectWallet(project)) },
    {
      id: "ledger",
      name: "Ledger",
      ...shown(ledgerWallet(project)),
      appUrl: (uri) => `ledgerlive://wc?uri=${encodeURIComponent(uri)}`,
    },
    {
      id: "phantom",
      name: "Phantom",
      ...shown(phantomWallet()),
      announced: { rdns: "app.phantom", name: /^phantom\b/i },
      deepLink: (page) => {
        const [target, from] = [page, new URL(page).origin].map(encodeURIComponent);
        return `https://phantom.app/ul/browse/${target}?ref=${from}`;
      },
    },
    {
      id: "rabby",
      name: "Rabby",
      ...shown(rabbyWallet()),
      announced: { rdns: "io.rabby", name: /^rabby\b/i },
    },
  ];
  return projectId === null ? all.filter(({ announced }) => announced) : all;
}

function shown({ iconUrl, downloadUrls }: Entry): Pick<KnownWallet, "icon" | "installUrl"> {
  return {
    icon: async () => (typeof iconUrl === "string" ? iconUrl : iconUrl()),
    installUrl: downloadUrls?.browserExtension,
  };
}
