"use client";

import { useQuery } from "@tanstack/react-query";
import type { StillOpen } from "@/server/ledger/overview/schema";
import type { Reconciliation } from "@/server/ledger/reconciliation/schema";
import { useMerchant } from "../../session/merchant";

interface Time {
  from: string;
  to: string;
}

/** What is open in a time that is to be closed. */
export function useStillOpen({ from, to }: Time) {
  const { api } = useMerchant();
  const query = new URLSearchParams({ from, to });
  return useQuery({
    queryKey: ["books", "open", from, to],
    queryFn: ({ signal }) => api<StillOpen>("GET", `/v2/books/open?${query}`, { signal }),
  });
}

/** What the statement of a period will say, or says. */
export function useReconciliation({ from, to }: Time) {
  const { api } = useMerchant();
  const query = new URLSearchParams({ from, to });
  return useQuery({
    queryKey: ["books", "reconciliation", from, to],
    queryFn: ({ signal }) => api<Reconciliation>("GET", `/v2/reconciliation?${query}`, { signal }),
  });
}
