"use client";

import type { Session } from "next-auth";
import { useState } from "react";
import { ENGLISH_WALLET_LABELS, withName } from "@/components/wallet/labels";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { PasskeyError } from "../passkeys/browser";
import { joinWithWallet, signInWithPasskey, signInWithWallet } from "./next-auth";

interface Problem {
  text: string;
  /** The person said no themselves: nothing is wrong. */
  isChoice: boolean;
}

/**
 * Signs in with a connected wallet or a passkey and says what became of it. Stays pending until what follows is there.
 * With an invitation, a wallet accepts it by coming in.
 */
export function useSignIn(onSignedIn: (session: Session | null) => void, invitation?: string) {
  const config = useDashboardConfig();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (signingIn: () => Promise<Session | null>, name: string) => {
    setPending(true);
    setProblem(null);
    try {
      onSignedIn(await signingIn());
    } catch (error) {
      setProblem(problemOf(error, name));
      setPending(false);
    }
  };
  const signIn = (wallet: Wallet) =>
    run(async () => {
      if (invitation === undefined) return signInWithWallet(wallet, config.authBase);
      await joinWithWallet(wallet, config, invitation);
      return null;
    }, wallet.name);
  const signInByPasskey = () => run(() => signInWithPasskey(config), "");
  return { signIn, signInByPasskey, isPending, problem };
}

function problemOf(error: unknown, name: string): Problem {
  if (error instanceof PasskeyError) return { text: error.message, isChoice: error.isChoice };
  if (!(error instanceof WalletError)) return { text: messageOf(error), isChoice: false };
  return {
    text: withName(ENGLISH_WALLET_LABELS.errors[error.code], name),
    isChoice: error.code === "rejected",
  };
}
