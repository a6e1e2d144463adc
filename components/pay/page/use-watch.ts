"use client";

import { useEffect } from "react";
import { poll } from "@/components/pay/api/poll";

/** What the server drew this long ago is as good as new. */
const FRESH_MS = 3_000;

/** Looks again and again whether what the server drew still holds. `look` changes only with what it looks at. */
export function useWatch(isWatching: boolean, look: () => Promise<void>, everyMs: number): void {
  useEffect(() => {
    if (!isWatching) return;
    const ended = new AbortController();
    // Drawn a while ago: a slow phone or network took its time.
    if (performance.now() > FRESH_MS) void look().catch(() => {});
    void poll(look, everyMs, ended.signal);
    return () => ended.abort();
  }, [isWatching, look, everyMs]);
}
