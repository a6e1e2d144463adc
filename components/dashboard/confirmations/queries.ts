"use client";

import { useQuery } from "@tanstack/react-query";
import type { ConfirmationsSettings } from "@/server/dashboard/account/confirmations-schema";
import { useMerchant } from "../session/merchant";

/** How deep payments of new requests of the account have to be. */
export function useConfirmations() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["confirmations"],
    queryFn: ({ signal }) => api<ConfirmationsSettings>("GET", "/v1/dashboard/confirmations", { signal }),
  });
}
