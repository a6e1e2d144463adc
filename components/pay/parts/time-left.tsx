"use client";

import { useEffect, useState } from "react";
import { useT } from "@/components/i18n/provider";

/** What lies further ahead is a date, which stands beside it. */
const MOST_SECONDS = 3_600;

/**
 * Counts down to a moment, without colour or alarm: whole minutes, and seconds only in the last one. Nothing on the
 * server, whose clock is not the reader's. Not read aloud: the moment itself stands beside it.
 */
export function TimeLeft({ until }: { until: string }) {
  const t = useT();
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = now === null ? 0 : Math.ceil((Date.parse(until) - now) / 1_000);
  if (seconds <= 0 || seconds > MOST_SECONDS) return null;
  return (
    <span aria-hidden="true" className="block text-end text-xs text-muted tabular-nums">
      {seconds > 60
        ? t("pay.quote.minutesLeft", { minutes: Math.floor(seconds / 60) })
        : t("pay.quote.secondsLeft", { seconds })}
    </span>
  );
}
