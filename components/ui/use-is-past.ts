"use client";

import { useEffect, useState } from "react";

/** Whether a moment (milliseconds since 1970) is over; becomes true by itself. */
export function useIsPast(moment: number): boolean {
  const [isPast, setPast] = useState(() => Date.now() >= moment);
  useEffect(() => {
    const left = moment - Date.now();
    setPast(left <= 0);
    // A timer holds no more than 31 bits.
    if (left <= 0 || left > 2 ** 31 - 1) return;
    const timer = setTimeout(() => setPast(true), left);
    return () => clearTimeout(timer);
  }, [moment]);
  return isPast;
}
