"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMerchant } from "../session/merchant";

const PAGE_SIZE = "25";

interface GrowingListOptions<Answer> {
  /** How soon to look again, by what is shown now. */
  lookAgain?: (pages: readonly Answer[]) => number | false;
}

/**
 * Reads a list that grows at its end. `key` is what the memory of queries calls it; a filter that is empty leaves nothing
 * out.
 */
export function useGrowingList<Answer extends { nextCursor: string | null }>(
  key: readonly string[],
  path: `/v1/${string}`,
  filters: Readonly<Record<string, string>>,
  { lookAgain }: GrowingListOptions<Answer> = {},
) {
  const { api } = useMerchant();
  return useInfiniteQuery({
    queryKey: [...key, filters],
    queryFn: ({ pageParam, signal }): Promise<Answer> => {
      const asked = { ...filters, limit: PAGE_SIZE, cursor: pageParam };
      const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""));
      return api<Answer>("GET", `${path}?${query}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => lookAgain?.(state.data?.pages ?? []) ?? false,
    placeholderData: (previous) => previous,
  });
}
