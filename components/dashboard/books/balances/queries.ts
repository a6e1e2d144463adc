"use client";

import { useQuery } from "@tanstack/react-query";
import type { MonthlyBalances } from "@/server/ledger/overview/schema";
import { useMerchant } from "../../session/merchant";

/** What wallets held in the last twelve months of a time zone. */
export function useMonthlyBalances(timeZone: string | null) {
  const { api } = useMerchant();
  const query = new URLSearchParams({ timeZone: timeZone ?? "UTC" });
  return useQuery({
    queryKey: ["books", "balances", timeZone],
    enabled: timeZone !== null,
    queryFn: ({ signal }) => api<MonthlyBalances>("GET", `/v2/books/balances?${query}`, { signal }),
  });
}
