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

/**
 * A moment with its zone. The server does not know where the reader is and writes UTC; the reader's own zone
 * replaces it once the page runs.
 */
export function Time({ value, form = "both", className }: TimeProps) {
  const isRunning = useIsClient();
  const now = useSyncExternalStore(everyMinute, minute, minute);
  const zone = isRunning ? undefined : "UTC";
  return (
    <time
      dateTime={value}
      title={formatTime(value, { form: "absolute", zone, now })}
      className={className}
      suppressHydrationWarning
    >
      {formatTime(value, { form: isRunning || form !== "both" ? form : "absolute", zone, now })}
    </time>
  );
}

const MINUTE_MS = 60_000;

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, MINUTE_MS / 4);
  return () => clearInterval(timer);
}

/** Stable within its minute, as React wants of a snapshot. */
function minute(): number {
  return Math.floor(Date.now() / (MINUTE_MS / 4)) * (MINUTE_MS / 4);
}
