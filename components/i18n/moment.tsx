"use client";

import { useEffect, useState } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { useT } from "@/components/i18n/provider";

interface Props {
  at: string;
  /** The same as a text in UTC, which the server knows: to write it again would keep a phone from starting. */
  inUtc: string;
}

/** A date and time: in UTC as the server writes it, in the reader's zone once the page has nothing else to do. */
export function Moment({ at, inUtc }: Props) {
  const { locale } = useT();
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => whenIdle(() => setHere(formatMoment(at, locale))), [at, locale]);
  return (
    // In one line, but for a page in a narrow frame.
    <time dateTime={at} className="min-[320px]:whitespace-nowrap">
      {here ?? inUtc}
    </time>
  );
}

/** Calls once the browser is idle, where it says so; returns what forgets the call. */
function whenIdle(call: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(call);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(call);
  return () => window.cancelIdleCallback(handle);
}
