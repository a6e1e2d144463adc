"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

/**
 * A row as one of the lists under `key` showed it, found by its ID; undefined where none has. Lists under the same key
 * that hold something else, such as counts, have no rows.
 */
export function useListed<List, Row>(
  key: string,
  id: string,
  find: (list: Partial<List>, id: string) => Row | undefined,
): Row | undefined {
  const queryClient = useQueryClient();
  return useMemo(() => {
    for (const [, list] of queryClient.getQueriesData<Partial<List>>({ queryKey: [key] })) {
      const row = list && find(list, id);
      if (row !== undefined) return row;
    }
  }, [queryClient, key, id, find]);
}
