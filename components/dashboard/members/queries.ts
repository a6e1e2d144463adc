"use client";

import { useQuery } from "@tanstack/react-query";
import type { Invitation, InvitationRead, Member, OwnAccount } from "@/server/auth/members/schema";
import { useMerchant } from "../session/merchant";

export function useMembers() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => api<Member[]>("GET", "/v1/members", { signal }),
  });
}

/** Those that wait; asked for whoever may see them. */
export function useInvitations() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["invitations"],
    queryFn: ({ signal }) => api<Invitation[]>("GET", "/v1/members/invitations", { signal }),
  });
}

/** The accounts of whoever is signed in. */
export function useAccounts() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["accounts"],
    queryFn: ({ signal }) => api<OwnAccount[]>("GET", "/v1/accounts", { signal }),
  });
}

export function useInvitation(token: string) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) =>
      api<InvitationRead>("GET", `/v1/members/invitations/${encodeURIComponent(token)}`, { signal }),
    retry: false,
  });
}
