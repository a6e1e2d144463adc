"use client";

import { startTransition, useEffect, useState } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { useT } from "@/components/i18n/provider";

interface Props {
  at: string;
  /** The same as a text in UTC, which the server knows: to write it again would keep a phone from starting. */
  inUtc: string;
}

/** A date and time: in UTC as the server writes it, in the reader's zone soon after the page has started. */
export function Moment({ at, inUtc }: Props) {
  const { locale } = useT();
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => startTransition(() => setHere(formatMoment(at, locale))), [at, locale]);
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {here ?? inUtc}
    </time>
  );
}
