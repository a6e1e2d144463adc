"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useIsClient } from "@/components/ui/use-is-client";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { PaymentFlow, PaymentList } from "@/server/dashboard/payments-schema";
import { useMerchant } from "../session/merchant";
import { apiQuery, type ListFilters } from "./list-filters";

const PAGE_SIZE = 25;

/** The way to a page of a list: the cursors of it and of the pages before. */
interface Trail {
  query: string;
  cursors: string[];
}

/**
 * One page of a list, and the way to its neighbours. Pages are found by the row they follow, so the cursors of
 * the pages before are kept to go back by; other filters start at the first page. The browser's way back leads
 * to the page that was left.
 */
export function usePaymentPage(flow: PaymentFlow, filters: ListFilters) {
  const { api } = useMerchant();
  const query = apiQuery(flow, filters);
  const [trail, setTrail] = useTrail();
  const cursors = trail?.query === query ? trail.cursors : [];
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

function useTrail(): [Trail | null, (trail: Trail) => void] {
  const isClient = useIsClient();
  const left = useMemo(() => (isClient ? trailOf(window.history.state) : null), [isClient]);
  const [trail, setTrail] = useState<Trail | null>(null);
  const go = (next: Trail) => {
    setTrail(next);
    window.history.replaceState({ ...window.history.state, [TRAIL]: next }, "");
  };
  return [trail ?? left, go];
}

const TRAIL = "quittance:trail";

/** What an entry of the browser's history holds; it outlives a release, so nothing in it is taken for granted. */
function trailOf(state: unknown): Trail | null {
  const trail = (state as Partial<Record<typeof TRAIL, Partial<Trail>>> | null)?.[TRAIL];
  if (typeof trail?.query !== "string" || !Array.isArray(trail.cursors)) return null;
  return { query: trail.query, cursors: trail.cursors.map(String) };
}

/** A payment with the reason of every state it was in. */
export function usePaymentDetail(requestId: string) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["payment", requestId],
    queryFn: ({ signal }) =>
      api<PaymentDetail>("GET", `/v1/dashboard/payments/${encodeURIComponent(requestId)}`, { signal }),
  });
}
