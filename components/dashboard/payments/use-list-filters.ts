"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { type ListFilters, readFilters, writeFilters } from "./list-filters";

/** Filters of the list on this page, kept in its address. */
export function useListFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const query = useSearchParams();
  const pathname = usePathname();
  const filters = useMemo(() => readFilters(new URLSearchParams(query)), [query]);
  const change = useCallback(
    (part: Partial<ListFilters>) => {
      const next = writeFilters({ ...filters, ...part });
      // The page itself stays as it is: asking the server for it again would make every choice wait.
      window.history.replaceState(null, "", next === "" ? pathname : `${pathname}?${next}`);
    },
    [filters, pathname],
  );
  return [filters, change];
}
