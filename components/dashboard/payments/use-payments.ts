"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { PaymentCounts, PaymentFlow, PaymentList, PaymentRow } from "@/server/dashboard/payments-schema";
import type { Api } from "../api";
import { useMerchant } from "../session/merchant";
import { useCursors } from "../use-cursors";
import { apiQuery, DEFAULT_SORT, type ListFilters } from "./list-filters";
import { paymentHref } from "./payment-href";

const PENDING_MS = 2_000;
/** A pointer that stays this long on a row means it. */
const PASSING_MS = 40;
/** A pointer that comes back within this time fetches nothing again. */
const NEAR_MS = 10_000;
export const PAGE_SIZE = 25;

/** One page of a list, and the way to its neighbours. */
export function usePaymentPage(flow: PaymentFlow, filters: ListFilters) {
  const { api } = useMerchant();
  const query = apiQuery(flow, filters);
  const { cursor, way } = useCursors(query);
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
  return { ...page, ...way(page.data?.nextCursor ?? null) };
}

/** How many payments fit the filters, by status. */
export function usePaymentCounts(flow: PaymentFlow, filters: ListFilters) {
  const { api } = useMerchant();
  const query = apiQuery(flow, { ...filters, status: "", sort: DEFAULT_SORT });
  return useQuery({
    queryKey: ["payments", "counts", query],
    queryFn: ({ signal }) => api<PaymentCounts>("GET", `/v1/dashboard/payments/counts?${query}`, { signal }),
    placeholderData: (previous) => previous,
  });
}

const detailQuery = (api: Api, requestId: string) =>
  queryOptions({
    queryKey: ["payment", requestId],
    queryFn: ({ signal }) =>
      api<PaymentDetail>("GET", `/v1/dashboard/payments/${encodeURIComponent(requestId)}`, { signal }),
  });

/** Fetches the page of a payment and what it shows before somebody presses on its row. */
export function usePrefetchPayment(flow: PaymentFlow): (row: PaymentRow, isPressed: boolean) => void {
  const { api } = useMerchant();
  const router = useRouter();
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return ({ requestId }, isPressed) => {
    clearTimeout(timer.current);
    const fetchAhead = () => {
      router.prefetch(paymentHref(flow, requestId));
      queryClient.prefetchQuery({ ...detailQuery(api, requestId), staleTime: NEAR_MS });
    };
    // A pointer that only passes on its way fetches nothing.
    if (isPressed) fetchAhead();
    else timer.current = setTimeout(fetchAhead, PASSING_MS);
  };
}

/** A payment with the reason of every state it was in. */
export function usePaymentDetail(requestId: string) {
  const { api } = useMerchant();
  return useQuery({
    ...detailQuery(api, requestId),
    // A delivery that waits ends without anything new in the account.
    refetchInterval: ({ state }) =>
      state.data?.webhooks.some((webhook) => webhook.state === "pending") ? PENDING_MS : false,
  });
}
