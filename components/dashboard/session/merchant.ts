"use client";

import { createContext, useContext } from "react";
import type { Api } from "../api/api";

/** The merchant who is signed in, and what can be done in their name. */
export interface Merchant {
  /** EIP-55 or Base58. */
  address: string;
  family: "evm" | "tron";
  /** Calls the API; a change that meets an ended session waits until the merchant is signed in again. */
  api: Api;
  /** False from the moment the session is known to have ended until the merchant is signed in again. */
  isLive: boolean;
  /** Throws when the session could not be ended: the merchant is then still signed in. */
  signOut: () => Promise<void>;
}

const MerchantContext = createContext<Merchant | null>(null);

export const MerchantProvider = MerchantContext;

/** The merchant around. Throws on a page that is shown to nobody in particular. */
export function useMerchant(): Merchant {
  const merchant = useContext(MerchantContext);
  if (!merchant) throw new Error("Nobody is signed in");
  return merchant;
}
