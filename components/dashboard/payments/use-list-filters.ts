"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { type ListFilters, readFilters, writeFilters } from "./list-filters";

/** Filters of the list on this page, kept in its address. */
export function useListFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const query = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const filters = useMemo(() => readFilters(new URLSearchParams(query)), [query]);
  const change = useCallback(
    (part: Partial<ListFilters>) => {
      const next = writeFilters({ ...filters, ...part });
      router.replace(next === "" ? pathname : `${pathname}?${next}`, { scroll: false });
    },
    [filters, pathname, router],
  );
  return [filters, change];
}
