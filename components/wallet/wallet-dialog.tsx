"use client";

import { Dialog } from "@/components/ui/dialog";
import type { WalletLabels } from "@/components/wallet/labels";
import { WalletList } from "@/components/wallet/wallet-list";
import type { WalletSettings } from "@/wallet/settings";
import type { Wallet, WalletFamily } from "@/wallet/wallet";

interface WalletDialogProps {
  isOpen: boolean;
  onClose: () => void;
  settings: WalletSettings;
  /** Kinds of wallets that are of use here; with two, the person chooses. */
  families: readonly WalletFamily[];
  labels: WalletLabels;
  onConnected: (wallet: Wallet) => void;
}

/** Lets a person connect a wallet. Loads wallet code when it opens: import it lazily where weight counts. */
export function WalletDialog({ isOpen, onClose, labels, ...list }: WalletDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={labels.title} description={labels.description} size="sm">
      <WalletList labels={labels} {...list} />
    </Dialog>
  );
}
