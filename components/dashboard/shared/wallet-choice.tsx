"use client";

import { ENGLISH_WALLET_LABELS } from "@/components/wallet/labels";
import { WalletDialog } from "@/components/wallet/wallet-dialog";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { useWallet } from "@/wallet/use-wallet";
import type { Wallet } from "@/wallet/wallet";
import { useDashboardConfig } from "../config";

/** The wallet that is connected, if it can send on this network. */
export function useWalletOn(network: NetworkId): Wallet | null {
  const { wallet } = useWallet(useDashboardConfig().wallets);
  return wallet?.family === NETWORKS[network].family ? wallet : null;
}

/** Lets the merchant connect a wallet that can send on this network; closes once one is connected. */
export function WalletChoice(props: { network: NetworkId; isOpen: boolean; onClose: () => void }) {
  const { network, isOpen, onClose } = props;
  return (
    <WalletDialog
      isOpen={isOpen}
      onClose={onClose}
      settings={useDashboardConfig().wallets}
      families={[NETWORKS[network].family]}
      labels={ENGLISH_WALLET_LABELS}
      onConnected={onClose}
    />
  );
}
