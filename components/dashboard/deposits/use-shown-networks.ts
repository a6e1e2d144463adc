"use client";

import { useState } from "react";
import type { NetworkId } from "@/server/chains/networks";
import type { DepositsToCollect } from "@/server/dashboard/deposits/schema";

/**
 * Networks that have something, and those that had while this page is open: what became of a collection is said where it
 * was begun, when nothing waits there any more.
 */
export function useShownNetworks(data: DepositsToCollect | undefined): readonly NetworkId[] {
  const [known, setKnown] = useState<readonly NetworkId[]>([]);
  const fresh = [...new Set(data?.groups.map(({ network }) => network))].filter(
    (network) => !known.includes(network),
  );
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh];
  setKnown(all);
  return all;
}
