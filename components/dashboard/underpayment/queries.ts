"use client";

import { useQuery } from "@tanstack/react-query";
import type { UnderpaymentSettings } from "@/server/dashboard/account/underpayment-schema";
import { useMerchant } from "../session/merchant";

/** What new requests of the account tolerate. */
export function useUnderpayment() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["underpayment"],
    queryFn: ({ signal }) => api<UnderpaymentSettings>("GET", "/v1/dashboard/underpayment", { signal }),
  });
}
