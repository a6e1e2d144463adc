"use client";

import { useQuery } from "@tanstack/react-query";
import type { BooksSettings, UnvaluedList } from "@/server/ledger/worth/schema";
import { useMerchant } from "../session/merchant";

/** How often to look while prices are looked for. */
const LOOK_AGAIN_MS = 5_000;

export function useBooksSettings() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["books", "settings"],
    queryFn: ({ signal }) => api<BooksSettings>("GET", "/v2/books/settings", { signal }),
  });
}

/** The earliest entries without a worth. */
export function useUnvalued() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["books", "unvalued"],
    queryFn: ({ signal }) => api<UnvaluedList>("GET", "/v2/books/unvalued", { signal }),
    refetchInterval: ({ state }) =>
      state.data?.entries.some(({ problem }) => problem === null) ? LOOK_AGAIN_MS : false,
  });
}
