"use client";

import { useSyncExternalStore } from "react";
import { formatTime, type TimeForm } from "./format-time";
import { useIsClient } from "./use-is-client";

interface TimeProps {
  /** ISO 8601. */
  value: string;
  form?: TimeForm;
  className?: string;
}

/** What differs from one reading to the next, so that the server leaves it to the page. */
const SAYS_HOW_LONG_AGO: ReadonlySet<TimeForm> = new Set(["both", "seconds"]);

/**
 * A moment with its zone. The server does not know where the reader is and writes UTC; the reader's own zone
 * replaces it once the page runs.
 */
export function Time({ value, form = "both", className }: TimeProps) {
  const isRunning = useIsClient();
  const now = useSyncExternalStore(everyQuarter, present, present);
  const zone = isRunning ? undefined : "UTC";
  return (
    <time
      dateTime={value}
      title={formatTime(value, { form: "absolute", zone, now })}
      className={className}
      suppressHydrationWarning
    >
      {formatTime(value, { form: isRunning || !SAYS_HOW_LONG_AGO.has(form) ? form : "absolute", zone, now })}
    </time>
  );
}

const LOOK_AGAIN_MS = 15_000;
const STABLE_MS = 1_000;

function everyQuarter(onChange: () => void) {
  const timer = setInterval(onChange, LOOK_AGAIN_MS);
  return () => clearInterval(timer);
}

let last = 0;

/** Now, and the same for a second: React wants that of a snapshot. Never far behind what was just heard of. */
function present(): number {
  const now = Date.now();
  if (Math.abs(now - last) >= STABLE_MS) last = now;
  return last;
}
