import type { EIP1193Provider } from "viem";
import { injected } from "wagmi";
import { walletError } from "@/wallet/errors";
import { announcedAs, announcedSoonAs } from "@/wallet/evm/announced";
import { type KnownWallet, knownEvmWallets } from "@/wallet/evm/catalogue";
import { evmConfig } from "@/wallet/evm/config";
import { connectEvm, reconnectEvm } from "@/wallet/evm/connect";
import { isInSafe, SAFE_ID } from "@/wallet/evm/framed";
import { monogram } from "@/wallet/monogram";
import type { ListedWallet } from "@/wallet/options/listed-wallet";
import type { WalletSettings } from "@/wallet/settings";
import { TEST_WALLET } from "@/wallet/test-wallet/listed";
import type { Wallet, WalletPairing } from "@/wallet/wallet";

/** The EVM wallets of the list: the Test wallet where there is one, then the curated ones, installed ones first. */
export async function evmOptions(settings: WalletSettings): Promise<ListedWallet[]> {
  const config = evmConfig(settings, [], true);
  const known = knownEvmWallets(settings.walletConnectProjectId).filter(
    // Behind a relay on this machine there are no apps of wallets.
    ({ announced, id }) => settings.profile === "live" || announced || id === "walletConnect",
  );
  const options = await Promise.all(known.map((wallet) => optionOf(settings, wallet)));
  const installed = options.filter(({ isInstalled }) => isInstalled);
  const others = options.filter(({ isInstalled }) => !isInstalled);
  return [...safeOption(settings), ...(await testOption(settings)), ...installed, ...others];

  async function optionOf({ profile }: WalletSettings, wallet: KnownWallet): Promise<ListedWallet> {
    const { id, name, deepLink, installUrl, announced, icon } = wallet;
    const connector = await announcedAs(config, wallet);
    const isReal = profile === "live";
    return {
      id,
      name,
      family: "evm",
      icon: await icon(),
      isInstalled: connector !== undefined,
      deepLink: isReal ? deepLink : undefined,
      installUrl,
      needsPairing: !announced,
      connect: async (show) => {
        // With local chains it is listed where a relay on this machine is configured, which no real wallet is on.
        if (!announced) return pair(settings, wallet, show);
        if (!isReal) throw walletError("real_wallet_refused");
        const present = await announcedAs(config, wallet);
        if (!present) throw walletError("not_installed");
        return connectEvm(wallet, present);
      },
      reconnect: async () => {
        if (!announced) return pairAgain(settings, wallet);
        if (!isReal) return null;
        const present = await announcedSoonAs(config, wallet);
        return present ? reconnectEvm(wallet, present) : null;
      },
    };
  }
}

/** The Safe around this page, where a Safe interface shows it in a frame. */
function safeOption(settings: WalletSettings): ListedWallet[] {
  if (!isInSafe(settings)) return [];
  const connect = async () => {
    const { connectSafeApp } = await import("@/wallet/evm/safe-app");
    return connectSafeApp(settings);
  };
  const icon = monogram("S", "#121312");
  const reconnect = () => connect().catch(() => null);
  return [{ id: SAFE_ID, name: "Safe", family: "evm", icon, isInstalled: true, connect, reconnect }];
}

async function testOption(settings: WalletSettings): Promise<ListedWallet[]> {
  if (settings.profile !== "local" || !settings.testAccounts) return [];
  const { testProvider } = await import("@/wallet/test-wallet/evm-provider");
  // It speaks EIP-1193; wagmi's type names every method and event that viem knows.
  const provider = testProvider(settings, settings.testAccounts) as unknown as EIP1193Provider;
  const target = { id: TEST_WALLET.id, name: TEST_WALLET.name, provider };
  const [connector] = evmConfig(settings, [injected({ target })], false).connectors;
  if (!connector) return [];
  return [
    {
      ...TEST_WALLET,
      family: "evm",
      isInstalled: true,
      connect: () => connectEvm(TEST_WALLET, connector),
      reconnect: () => reconnectEvm(TEST_WALLET, connector),
    },
  ];
}

async function pair(
  settings: WalletSettings,
  wallet: KnownWallet,
  show: ((pairing: WalletPairing) => void) | undefined,
): Promise<Wallet> {
  const { walletConnectConnector } = await import("@/wallet/evm/wallet-connect");
  const connector = walletConnectConnector(settings);
  const shown = ({ type, data }: { type: string; data?: unknown }) => {
    if (type === "display_uri" && typeof data === "string")
      show?.({ uri: data, appUrl: wallet.appUrl?.(data) });
  };
  connector.emitter.on("message", shown);
  try {
    return await connectEvm(wallet, connector);
  } finally {
    connector.emitter.off("message", shown);
  }
}

async function pairAgain(settings: WalletSettings, wallet: KnownWallet): Promise<Wallet | null> {
  const { walletConnectConnector } = await import("@/wallet/evm/wallet-connect");
  return reconnectEvm(wallet, walletConnectConnector(settings));
}
