"use client";

import { useEffect, useState } from "react";

const TYPING_MS = 300;

/** What somebody types, once they pause: nobody wants an answer for every letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => setSettled(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return settled;
}
