"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";

interface Codec<Filters> {
  read(query: URLSearchParams): Filters;
  write(filters: Filters): string;
}

/** Filters of the list on this page, kept in its address. */
export function useAddressFilters<Filters>({
  read,
  write,
}: Codec<Filters>): [Filters, (change: Partial<Filters>) => void] {
  const query = useSearchParams();
  const pathname = usePathname();
  const filters = useMemo(() => read(new URLSearchParams(query)), [query, read]);
  const change = useCallback(
    (part: Partial<Filters>) => {
      const next = write({ ...filters, ...part });
      // The page itself stays as it is: asking the server for it again would make every choice wait.
      window.history.replaceState(null, "", next === "" ? pathname : `${pathname}?${next}`);
    },
    [filters, pathname, write],
  );
  return [filters, change];
}
