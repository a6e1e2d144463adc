"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ExportHistory } from "@/server/dashboard/books/schema";
import { useMerchant } from "../../session/merchant";

/** The files that were downloaded, the newest first, page after page. */
export function useExports() {
  const { api } = useMerchant();
  return useInfiniteQuery({
    queryKey: ["books", "exports"],
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === null ? "" : `?before=${pageParam}`;
      return api<ExportHistory>("GET", `/v2/books/exports/history${query}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
