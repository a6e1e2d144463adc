"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentDetail, PaymentFlow, PaymentList } from "@/server/dashboard/schema";
import { useSession } from "../session/context";
import { apiQuery, type ListFilters } from "./list-filters";

const PAGE_SIZE = 25;

/**
 * One page of a list, and the way to its neighbours. Pages are found by the row they follow, so the cursors of
 * the pages before are kept to go back by; other filters start at the first page.
 */
export function usePaymentPage(flow: PaymentFlow, filters: ListFilters) {
  const { api } = useSession();
  const query = apiQuery(flow, filters);
  const [trail, setTrail] = useState<{ query: string; cursors: string[] }>({ query, cursors: [] });
  const cursors = trail.query === query ? trail.cursors : [];
  const cursor = cursors.at(-1);
  const page = useQuery({
    queryKey: ["payments", query, cursor ?? ""],
    queryFn: ({ signal }) =>
      api<PaymentList>(
        "GET",
        `/v1/dashboard/payments?${query}&limit=${PAGE_SIZE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
        { signal },
      ),
    placeholderData: (previous) => previous,
  });
  const next = page.data?.nextCursor ?? null;
  return {
    ...page,
    number: cursors.length + 1,
    hasPrevious: cursors.length > 0,
    hasNext: next !== null,
    goBack: () => setTrail({ query, cursors: cursors.slice(0, -1) }),
    goOn: () => next !== null && setTrail({ query, cursors: [...cursors, next] }),
  };
}

/** A payment with the reason of every state it was in. */
export function usePaymentDetail(requestId: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: ["payment", requestId],
    queryFn: ({ signal }) =>
      api<PaymentDetail>("GET", `/v1/dashboard/payments/${encodeURIComponent(requestId)}`, { signal }),
  });
}
