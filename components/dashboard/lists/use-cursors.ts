"use client";

import { useMemo, useState } from "react";
import { useIsClient } from "@/components/ui/use-is-client";

/** The way to a page of a list: the cursors of it and of the pages before. */
interface Trail {
  query: string;
  cursors: string[];
}

/**
 * Which page of a list is looked at, and the way to its neighbours. Pages are found by the row they follow, so the
 * cursors of the pages before are kept to go back by; another `query` starts at the first page. The browser's way back
 * leads to the page that was left.
 */
export function useCursors(query: string) {
  const [trail, setTrail] = useTrail();
  const cursors = trail?.query === query ? trail.cursors : [];
  return {
    /** Undefined on the first page. */
    cursor: cursors.at(-1),
    way: (next: string | null) => ({
      number: cursors.length + 1,
      hasPrevious: cursors.length > 0,
      hasNext: next !== null,
      goBack: () => setTrail({ query, cursors: cursors.slice(0, -1) }),
      goOn: () => next !== null && setTrail({ query, cursors: [...cursors, next] }),
    }),
  };
}

function useTrail(): [Trail | null, (trail: Trail) => void] {
  const isClient = useIsClient();
  const left = useMemo(() => (isClient ? trailOf(window.history.state) : null), [isClient]);
  const [trail, setTrail] = useState<Trail | null>(null);
  const go = (next: Trail) => {
    setTrail(next);
    window.history.replaceState({ ...window.history.state, [TRAIL]: next }, "");
  };
  return [trail ?? left, go];
}

const TRAIL = "quittance:trail";

/** What an entry of the browser's history holds; it outlives a release, so nothing in it is taken for granted. */
function trailOf(state: unknown): Trail | null {
  const trail = (state as Partial<Record<typeof TRAIL, Partial<Trail>>> | null)?.[TRAIL];
  if (typeof trail?.query !== "string" || !Array.isArray(trail.cursors)) return null;
  return { query: trail.query, cursors: trail.cursors.map(String) };
}
