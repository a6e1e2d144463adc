"use client";

import { useQuery } from "@tanstack/react-query";
import type { Passkey } from "@/server/auth/passkeys/schema";
import type { SessionRecord } from "@/server/auth/schema";
import type { OwnWallet } from "@/server/auth/wallets/schema";
import type { Account } from "@/server/dashboard/account/account-schema";
import { useMerchant } from "../session/merchant";

/** What the account is called and may do. */
export function useAccount() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["account"],
    queryFn: ({ signal }) => api<Account>("GET", "/v1/dashboard/account", { signal }),
  });
}

/** Where the account is signed in now. */
export function useSessions() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => api<SessionRecord[]>("GET", "/v1/dashboard/sessions", { signal }),
  });
}

/** The wallets that whoever is signed in signs in with. */
export function useOwnWallets() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["wallets"],
    queryFn: ({ signal }) => api<OwnWallet[]>("GET", "/v1/wallets", { signal }),
  });
}

/** The passkeys of whoever is signed in. */
export function usePasskeys() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["passkeys"],
    queryFn: ({ signal }) => api<Passkey[]>("GET", "/v1/passkeys", { signal }),
  });
}
