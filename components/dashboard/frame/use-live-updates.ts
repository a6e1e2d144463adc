"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Changes } from "@/server/dashboard/overview-schema";
import { useMerchant } from "../session/merchant";

const EVERY_MS = 3_000;
const KEY = "changes";

/**
 * Keeps what a screen shows up to date while somebody can see it: asks one cheap question, and reads again
 * only when the answer has changed. `error` is set while that question has no answer.
 */
export function useLiveUpdates(): { error: Error | null } {
  const { api, isLive } = useMerchant();
  const queryClient = useQueryClient();
  const known = useRef<string | null>(null);
  const { data, error } = useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => api<Changes>("GET", "/v1/dashboard/changes", { signal }),
    enabled: isLive,
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const version = data?.version;
  useEffect(() => {
    if (version === undefined) return;
    const isNews = known.current !== null && known.current !== version;
    known.current = version;
    if (isNews) queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY });
  }, [version, queryClient]);
  return { error };
}
