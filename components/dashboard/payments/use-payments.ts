"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { PaymentCounts, PaymentFlow, PaymentList, PaymentRow } from "@/server/dashboard/payments-schema";
import type { Api } from "../api/api";
import { useCursorList } from "../lists/use-cursor-list";
import { NEAR_MS, useReadAhead } from "../lists/use-read-ahead";
import { useMerchant } from "../session/merchant";
import { apiQuery, DEFAULT_SORT, type ListFilters } from "./list-filters";

const PENDING_MS = 2_000;

/** One page of a list, and the way to its neighbours. */
export function usePaymentPage(flow: PaymentFlow, filters: ListFilters) {
  return useCursorList<PaymentList>("payments", "/v1/dashboard/payments", apiQuery(flow, filters));
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

/** Reads what the page of a payment shows before somebody presses on its row. */
export function useReadPaymentAhead() {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  return useReadAhead(
    ({ requestId }: PaymentRow) =>
      void queryClient.prefetchQuery({ ...detailQuery(api, requestId), staleTime: NEAR_MS }),
  );
}

/** A payment as a list showed it; undefined where none has. */
export function useListedPayment(requestId: string): PaymentRow | undefined {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const lists = queryClient.getQueriesData<Partial<PaymentList>>({ queryKey: ["payments"] });
    return lists
      .flatMap(([, list]) => list?.payments ?? [])
      .find((payment) => payment.requestId === requestId);
  }, [queryClient, requestId]);
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
