"use client";

import { useEffect, useRef, useState } from "react";
import { connectWallet, stopConnecting } from "@/wallet/connection";
import { isPhone } from "@/wallet/is-phone";
import {
  type Wallet,
  WalletError,
  type WalletErrorCode,
  type WalletOption,
  type WalletPairing,
} from "@/wallet/wallet";

interface Connecting {
  /** The wallet that is being asked. */
  pending: WalletOption | null;
  /** What its other device has to read. */
  pairing: WalletPairing | null;
  problem: { wallet: WalletOption; code: WalletErrorCode } | null;
}

const IDLE: Connecting = { pending: null, pairing: null, problem: null };

/**
 * Asks the wallet that was chosen last. On a phone without the wallet, its own browser opens this page instead.
 */
export function useConnecting(onConnected: (wallet: Wallet) => void) {
  const [state, setState] = useState<Connecting>(IDLE);
  // Which choice is the last one; none is, once this is no longer shown.
  const choice = useRef(0);
  useEffect(
    () => () => {
      choice.current++;
      stopConnecting();
    },
    [],
  );

  const connect = async (option: WalletOption) => {
    if (!option.isInstalled && option.deepLink && isPhone()) {
      window.location.assign(option.deepLink(window.location.href));
      return;
    }
    const own = ++choice.current;
    const isLast = () => own === choice.current;
    setState({ ...IDLE, pending: option });
    try {
      const wallet = await connectWallet(option, (pairing) => {
        if (isLast()) setState({ ...IDLE, pending: option, pairing });
      });
      if (!wallet || !isLast()) return;
      setState(IDLE);
      onConnected(wallet);
    } catch (error) {
      const code = error instanceof WalletError ? error.code : "failed";
      if (isLast()) setState({ ...IDLE, problem: { wallet: option, code } });
    }
  };

  /** Back to the list. */
  const cancel = () => {
    choice.current++;
    stopConnecting();
    setState(IDLE);
  };
  return { ...state, connect, cancel };
}
