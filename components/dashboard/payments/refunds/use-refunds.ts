"use client";

import { useQuery } from "@tanstack/react-query";
import type { RefundsListed } from "@/server/requests/refunds/schema";
import { useMerchant } from "../../session/merchant";

/** Soon enough for a block, while somebody waits for one. */
const WAITING_MS = 2_000;

/** What came in and went back of a request. `isAwaited`: something was sent that will change it. */
export function useRefunds(requestId: string, isAwaited: boolean) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["refunds", requestId],
    queryFn: ({ signal }) => api<RefundsListed>("GET", refundsPath(requestId), { signal }),
    refetchInterval: ({ state }) =>
      isAwaited || state.data?.refunds.some((refund) => refund.state === "seen") ? WAITING_MS : false,
  });
}

/** Where the refunds of a request are. */
export function refundsPath(requestId: string): `/v2/request/${string}/refunds` {
  return `/v2/request/${encodeURIComponent(requestId)}/refunds`;
}
