"use client";

import { useState } from "react";
import { ENGLISH_WALLET_LABELS, withName } from "@/components/wallet/labels";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { signInWithWallet } from "./next-auth";

interface Problem {
  text: string;
  /** The person said no themselves: nothing is wrong. */
  isChoice: boolean;
}

/** Signs in with a connected wallet and says what became of it. Stays pending until what follows is there. */
export function useSignIn(onSignedIn: (address: string) => void) {
  const { authBase } = useDashboardConfig();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const signIn = async (wallet: Wallet) => {
    setPending(true);
    setProblem(null);
    try {
      await signInWithWallet(wallet, authBase);
      onSignedIn(wallet.address);
    } catch (error) {
      setProblem(problemOf(error, wallet.name));
      setPending(false);
    }
  };
  return { signIn, isPending, problem };
}

function problemOf(error: unknown, name: string): Problem {
  if (!(error instanceof WalletError)) return { text: messageOf(error), isChoice: false };
  return {
    text: withName(ENGLISH_WALLET_LABELS.errors[error.code], name),
    isChoice: error.code === "rejected",
  };
}
