"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Received } from "@/server/ledger/overview/schema";
import { useMerchant } from "../../session/merchant";

/** Months of a question, and their time zone. */
export interface ReceivedSpan {
  from: string;
  to: string;
  timeZone: string;
}

export function useReceived({ from, to, timeZone }: ReceivedSpan) {
  const { api } = useMerchant();
  const query = new URLSearchParams({ from, to, timeZone });
  return useQuery({
    queryKey: ["books", "received", from, to, timeZone],
    queryFn: ({ signal }) => api<Received>("GET", `/v2/books/received?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}
