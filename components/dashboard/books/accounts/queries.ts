"use client";

import { useQuery } from "@tanstack/react-query";
import type { AccountMapping } from "@/server/ledger/exports/schema";
import { useMerchant } from "../../session/merchant";

/** What the accounting program calls the accounts of the journal. */
export function useAccountMapping() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["books", "accounts"],
    queryFn: ({ signal }) => api<AccountMapping>("GET", "/v2/books/accounts", { signal }),
  });
}
