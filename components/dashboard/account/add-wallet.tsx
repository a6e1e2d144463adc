"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { ENGLISH_WALLET_LABELS, withName } from "@/components/wallet/labels";
import { WalletDialog } from "@/components/wallet/wallet-dialog";
import type { OwnWallet } from "@/server/auth/wallets/schema";
import { signHandedOut } from "@/wallet/sign-in";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { useDashboardConfig } from "../config";
import { DialogButton } from "../forms/dialog-button";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";

/** Has another wallet of whoever is signed in sign, so that they sign in with it too. */
export function AddWallet() {
  return (
    <DialogButton
      operation="addWallet"
      text="Add a wallet"
      title="Add a wallet"
      description="It signs you in to the same accounts, and confirms and approves as you. Payments go where they went before."
    >
      {(close) => <WalletForm onClose={close} />}
    </DialogButton>
  );
}

function WalletForm({ onClose }: { onClose: () => void }) {
  const { api } = useMerchant();
  const { wallets: settings } = useDashboardConfig();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [isChoosing, setChoosing] = useState(false);
  const add = useMutation({
    mutationFn: async (wallet: Wallet) => {
      const chainId = wallet.family === "evm" ? ((await wallet.chainId()) ?? undefined) : undefined;
      const asked = await api("POST", "/v1/wallets/challenge", {
        body: { address: wallet.address, chainId },
      });
      return api<OwnWallet>("POST", "/v1/wallets", { body: await signed(wallet, asked) });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["wallets"] });
      await queryClient.invalidateQueries({ queryKey: ["members"] });
      toast("The wallet was added.");
      onClose();
    },
  });
  return (
    <>
      <MutationForm
        mutation={add}
        onSubmit={() => setChoosing(true)}
        submit="Connect wallet"
        onCancel={onClose}
      >
        <p className="text-sm leading-relaxed text-muted">
          The new wallet signs a message. Then you confirm with a wallet or passkey that you have already.
        </p>
      </MutationForm>
      <WalletDialog
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        settings={settings}
        families={["evm", "tron"]}
        labels={ENGLISH_WALLET_LABELS}
        onConnected={(wallet) => {
          setChoosing(false);
          add.mutate(wallet);
        }}
      />
    </>
  );
}

async function signed(wallet: Wallet, asked: unknown) {
  try {
    return await signHandedOut(wallet, asked);
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    const words = withName(ENGLISH_WALLET_LABELS.errors[error.code], wallet.name);
    throw new Error(words, { cause: error });
  }
}
