"use client";

import { useSyncExternalStore } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { useT } from "@/components/i18n/provider";

/** A date and time: in UTC as the server knows it, in the reader's zone as soon as a script runs. */
export function Moment({ at }: { at: string }) {
  const { locale } = useT();
  const zone = useSyncExternalStore(noChange, ownZone, serverZone);
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatMoment(at, locale, zone)}
    </time>
  );
}

const noChange = () => () => {};
const ownZone = () => undefined;
const serverZone = () => "UTC";
