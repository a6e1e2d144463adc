"use client";

import { useQuery } from "@tanstack/react-query";
import type { DepositsToCollect } from "@/server/dashboard/deposits/schema";
import { useMerchant } from "../session/merchant";

/** Soon enough for a block, while somebody waits for one. */
const WAITING_MS = 2_000;

/** What waits at the account's deposit addresses. `isAwaited`: something was sent that will change it. */
export function useDeposits(isAwaited: boolean) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["deposits"],
    queryFn: ({ signal }) => api<DepositsToCollect>("GET", "/v1/dashboard/deposits", { signal }),
    refetchInterval: isAwaited ? WAITING_MS : false,
  });
}
