"use client";

import { useSyncExternalStore } from "react";

/** False on the server and while the page comes to life, true ever after. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never() {
  return () => {};
}
