"use client";

import { requiredContext } from "@/components/ui/required-context";
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

/** The merchant around. The hook throws on a page that is shown to nobody in particular. */
export const [MerchantProvider, useMerchant] = requiredContext<Merchant>("Nobody is signed in");
