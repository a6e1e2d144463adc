"use client";

import { useState } from "react";
import { usePeriods } from "./queries";

/** The time zone of the last close; before the first that of the browser. Null while that is not known. */
export function useBooksZone(): string | null {
  const [own] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { data } = usePeriods();
  return data ? (data.periods[0]?.timeZone ?? own) : null;
}
