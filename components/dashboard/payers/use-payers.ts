"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DashboardPayer, DashboardPayerDetail, PayerList } from "@/server/dashboard/payers/schema";
import type { Api } from "../api/api";
import { useCursorList } from "../lists/use-cursor-list";
import { NEAR_MS, useReadAhead } from "../lists/use-read-ahead";
import { useMerchant } from "../session/merchant";

/** What narrows the list of payers. Empty texts leave nothing out. */
export interface PayerFilters {
  q: string;
  isCompliant: "" | "true" | "false";
}

/** One page of the list, and the way to its neighbours. */
export function usePayerPage({ q, isCompliant }: PayerFilters) {
  const filters = Object.entries({ q, isCompliant }).filter(([, value]) => value !== "");
  return useCursorList<PayerList>("payers", "/v1/dashboard/payers", new URLSearchParams(filters).toString());
}

const payerQuery = (api: Api, userId: string) =>
  queryOptions({
    queryKey: ["payer", userId],
    queryFn: ({ signal }) =>
      api<DashboardPayerDetail>("GET", `/v1/dashboard/payers/${encodeURIComponent(userId)}`, { signal }),
  });

/** One payer with its bank accounts and payments. */
export function usePayer(userId: string) {
  return useQuery(payerQuery(useMerchant().api, userId));
}

/** Reads what the page of a payer shows before somebody presses on its row. */
export function useReadPayerAhead() {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  return useReadAhead(
    ({ userId }: DashboardPayer) =>
      void queryClient.prefetchQuery({ ...payerQuery(api, userId), staleTime: NEAR_MS }),
  );
}

/** A payer as a list showed it; undefined where none has. */
export function useListedPayer(userId: string): DashboardPayer | undefined {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const lists = queryClient.getQueriesData<PayerList>({ queryKey: ["payers"] });
    return lists.flatMap(([, list]) => list?.payers ?? []).find((payer) => payer.userId === userId);
  }, [queryClient, userId]);
}
