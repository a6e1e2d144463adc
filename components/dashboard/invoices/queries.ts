"use client";

import { useQuery } from "@tanstack/react-query";
import type { Invoice, InvoiceIssuer } from "@/server/invoices/schema";
import { ApiFailure } from "../api/api-failure";
import { useMerchant } from "../session/merchant";

/** Invoices on one page of the list. */
export const PAGE_SIZE = 20;

export function useInvoices(page: number) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["invoices", page],
    queryFn: ({ signal }) =>
      api<{ invoices: Invoice[]; total: number }>(
        "GET",
        `/v2/invoices?limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`,
        { signal },
      ),
    placeholderData: (before) => before,
  });
}

/** Who issues the invoices; null before the account has said so. */
export function useIssuer() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["invoices", "issuer"],
    queryFn: async ({ signal }) => {
      try {
        return await api<InvoiceIssuer>("GET", "/v2/invoice-issuer", { signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
  });
}
