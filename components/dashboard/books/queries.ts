"use client";

import { useQuery } from "@tanstack/react-query";
import type { Period } from "@/server/ledger/closing/schema";
import { useMerchant } from "../session/merchant";

/** How often to look while the chain is read. */
const LOOK_AGAIN_MS = 3_000;

export function usePeriods() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["books", "periods"],
    queryFn: ({ signal }) => api<{ periods: Period[] }>("GET", "/v2/books/periods", { signal }),
    refetchInterval: ({ state }) =>
      state.data?.periods.some((period) => period.state === "comparing") ? LOOK_AGAIN_MS : false,
  });
}
