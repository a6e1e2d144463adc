"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import type { PaymentCounts, PaymentFlow, PaymentList, PaymentRow } from "@/server/dashboard/payments-schema";
import type { Api } from "../api/api";
import { useCursorList } from "../lists/use-cursor-list";
import { useListed } from "../lists/use-listed";
import { useReadAhead } from "../lists/use-read-ahead";
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
  return useReadAhead(({ requestId }: PaymentRow) => detailQuery(api, requestId));
}

/** A payment as a list showed it; undefined where none has. */
export function useListedPayment(requestId: string): PaymentRow | undefined {
  return useListed("payments", requestId, listedPayment);
}

const listedPayment = ({ payments }: Partial<PaymentList>, id: string) =>
  payments?.find(({ requestId }) => requestId === id);

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
