"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "../session/merchant";
import type { Reading } from "./list-table";
import { useCursors } from "./use-cursors";

export const PAGE_SIZE = 25;

/** One page of a list, and the way to its neighbours. */
export interface CursorList<Answer = unknown> extends Reading {
  data: Answer | undefined;
  /** Of the page, from 1. */
  number: number;
  hasPrevious: boolean;
  hasNext: boolean;
  goBack: () => void;
  goOn: () => void;
}

/**
 * Reads a list page by page, as the address of this browser's history has it. `name` is what the memory of queries calls
 * it, `query` its filters and order as a query string.
 */
export function useCursorList<Answer extends { nextCursor: string | null }>(
  name: string,
  path: `/v1/${string}`,
  query: string,
): CursorList<Answer> {
  const { api } = useMerchant();
  const { cursor, way } = useCursors(query);
  const page = useQuery({
    queryKey: [name, query, cursor ?? ""],
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams(query);
      asked.set("limit", String(PAGE_SIZE));
      if (cursor) asked.set("cursor", cursor);
      return api<Answer>("GET", `${path}?${asked}`, { signal });
    },
    placeholderData: (previous) => previous,
  });
  return { ...page, ...way(page.data?.nextCursor ?? null) };
}
