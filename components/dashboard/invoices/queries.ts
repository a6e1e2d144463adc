"use client";

import { useQuery } from "@tanstack/react-query";
import type { Invoice, InvoiceIssuer } from "@/server/invoices/schema";
import { useMerchant } from "../session/merchant";

/** Invoices on one page of the list. */
export const PAGE_SIZE = 20;
const LOOK_MS = 3_000;

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
    // While an e-mail waits, the page looks whether it is sent.
    refetchInterval: ({ state: { data } }) =>
      data?.invoices.some(({ mail }) => mail?.state === "queued") ? LOOK_MS : false,
  });
}

/** Who issues the invoices; null before the account has said so. */
export function useIssuer() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["invoices", "issuer"],
    queryFn: ({ signal }) => api<InvoiceIssuer | null>("GET", "/v2/invoice-issuer", { signal }),
  });
}
