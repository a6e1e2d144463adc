"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { DashboardPayer, DashboardPayerDetail, PayerList } from "@/server/dashboard/payers/schema";
import type { Api } from "../api/api";
import { useCursorList } from "../lists/use-cursor-list";
import { useListed } from "../lists/use-listed";
import { useReadAhead } from "../lists/use-read-ahead";
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
  return useReadAhead(({ userId }: DashboardPayer) => payerQuery(api, userId));
}

/** A payer as a list showed it; undefined where none has. */
export function useListedPayer(userId: string): DashboardPayer | undefined {
  return useListed("payers", userId, listedPayer);
}

const listedPayer = ({ payers }: Partial<PayerList>, id: string) =>
  payers?.find(({ userId }) => userId === id);
