"use client";

import type { Session } from "next-auth";
import { useState } from "react";
import { KeyRound } from "@/components/icons/icons";
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

const WAITING = {
  wallet: "Sign the message in your wallet.",
  passkey: "Choose a passkey where your browser asks for it.",
};

interface SignInPanelProps {
  /** Who was signed in, where somebody comes back: their wallet is offered first. */
  address?: string;
  family?: WalletFamily;
  /** The invitation that a wallet accepts by coming in. */
  invitation?: string;
  /** Something else on the page is the first thing to press. */
  isSecond?: boolean;
  onSignedIn: (session: Session | null) => void;
}

/** Choose a wallet, sign a message, and that is all; or a passkey, where they work. */
export function SignInPanel({
  address,
  family: firstFamily = "evm",
  invitation,
  isSecond = false,
  onSignedIn,
}: SignInPanelProps) {
  const { wallets, passkeys } = useDashboardConfig();
  const [family, setFamily] = useState<WalletFamily>(firstFamily);
  const [isChoosing, setChoosing] = useState(false);
  const { wallet } = useWallet(wallets);
  const { signIn, signInByPasskey, isPending, problem } = useSignIn(onSignedIn, invitation);
  const [way, setWay] = useState<"wallet" | "passkey">("wallet");
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
        <Button
          variant="primary"
          size="lg"
          isPending={isPending && way === "wallet"}
          onClick={() => {
            setWay("wallet");
            void signIn(known);
          }}
        >
          Sign in as {shorten(known.address)}
        </Button>
      )}
      <Button
        variant={known || isSecond ? "secondary" : "primary"}
        size="lg"
        isPending={!known && isPending && way === "wallet"}
        onClick={() => setChoosing(true)}
      >
        {known ? "Use another wallet" : "Connect wallet"}
      </Button>
      {passkeys.isOffered ? (
        <Button
          size="lg"
          isPending={isPending && way === "passkey"}
          onClick={() => {
            setWay("passkey");
            void signInByPasskey();
          }}
        >
          <KeyRound aria-hidden="true" />
          Sign in with a passkey
        </Button>
      ) : (
        <p className="text-sm leading-relaxed text-muted">{passkeys.reason}.</p>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isPending ? WAITING[way] : ""}
      </p>
      <WalletDialog
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        settings={wallets}
        families={[family]}
        labels={LABELS}
        onConnected={(connected) => {
          setChoosing(false);
          setWay("wallet");
          void signIn(connected);
        }}
      />
    </div>
  );
}
