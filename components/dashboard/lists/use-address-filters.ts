"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";

interface Codec<Filters> {
  read(query: URLSearchParams): Filters;
  write(filters: Filters): string;
}

/** Filters of the list on this page, kept in its address. A choice is shown at once and adds to those before it. */
export function useAddressFilters<Filters>({
  read,
  write,
}: Codec<Filters>): [Filters, (change: Partial<Filters>) => void] {
  const pathname = usePathname();
  const [query, choose] = useAddressQuery();
  const filters = useMemo(() => read(new URLSearchParams(query)), [query, read]);
  const change = useCallback(
    (part: Partial<Filters>) => {
      // The address has what was chosen a moment ago, also where this page was not drawn anew since.
      const next = write({ ...read(new URLSearchParams(window.location.search)), ...part });
      choose(next);
      // The page itself stays as it is: asking the server for it again would make every choice wait.
      window.history.replaceState(null, "", next === "" ? pathname : `${pathname}?${next}`);
    },
    [choose, pathname, read, write],
  );
  return [filters, change];
}

/**
 * The query string of the address. The router tells of it when it has time: until then the one that was chosen last
 * counts, so that a control does not turn back.
 */
function useAddressQuery(): [string, (next: string) => void] {
  const told = useSearchParams().toString();
  const [known, setKnown] = useState<{ told: string; chosen: readonly string[] }>({ told, chosen: [] });
  const choose = useCallback(
    (next: string) => setKnown((before) => ({ ...before, chosen: [...before.chosen, next] })),
    [],
  );
  if (known.told === told) return [known.chosen.at(-1) ?? told, choose];
  // What was not chosen here is a link that somebody followed: it ends all choices before it.
  const at = known.chosen.indexOf(told);
  const chosen = at < 0 ? [] : known.chosen.slice(at + 1);
  setKnown({ told, chosen });
  return [chosen.at(-1) ?? told, choose];
}
