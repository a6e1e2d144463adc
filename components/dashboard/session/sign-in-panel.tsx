"use client";

import { useState } from "react";
import { shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { ENGLISH_WALLET_LABELS } from "@/components/wallet/labels";
import { WalletDialog } from "@/components/wallet/wallet-dialog";
import { useWallet } from "@/wallet/use-wallet";
import type { WalletFamily } from "@/wallet/wallet";
import { useDashboardConfig } from "../config";
import { useSignIn } from "./use-sign-in";

const FAMILIES = [
  { value: "evm", label: "EVM" },
  { value: "tron", label: "Tron" },
] as const;

const LABELS = {
  ...ENGLISH_WALLET_LABELS,
  description: "Choosing a wallet asks it to sign a message. It moves no money.",
};

interface SignInPanelProps {
  /** Who was signed in, where somebody comes back: their wallet is offered first. */
  address?: string;
  family?: WalletFamily;
  onSignedIn: (address: string) => void;
}

/** Choose a wallet, sign a message, and that is all. */
export function SignInPanel({ address, family: firstFamily = "evm", onSignedIn }: SignInPanelProps) {
  const { wallets } = useDashboardConfig();
  const [family, setFamily] = useState<WalletFamily>(firstFamily);
  const [isChoosing, setChoosing] = useState(false);
  const { wallet } = useWallet(wallets);
  const { signIn, isPending, problem } = useSignIn(onSignedIn);
  const known = address !== undefined && wallet?.address === address ? wallet : null;
  return (
    <div className="grid gap-5">
      {!known && <Segmented label="Kind of wallet" options={FAMILIES} value={family} onChange={setFamily} />}
      {problem && (
        <Alert tone={problem.isChoice ? "warning" : "danger"} className="text-left">
          {problem.text}
        </Alert>
      )}
      {known && (
        <Button variant="primary" size="lg" isPending={isPending} onClick={() => signIn(known)}>
          Sign in as {shorten(known.address)}
        </Button>
      )}
      <Button
        variant={known ? "secondary" : "primary"}
        size="lg"
        isPending={!known && isPending}
        onClick={() => setChoosing(true)}
      >
        {known ? "Use another wallet" : "Connect wallet"}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending ? "Sign the message in your wallet." : ""}
      </p>
      <WalletDialog
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        settings={wallets}
        families={[family]}
        labels={LABELS}
        onConnected={(connected) => {
          setChoosing(false);
          void signIn(connected);
        }}
      />
    </div>
  );
}
