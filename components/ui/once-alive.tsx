"use client";

import type { ReactNode } from "react";
import { useIsClient } from "./use-is-client";

/**
 * Keeps the controls inside it off until the page's scripts run: a press before would do nothing, and letters typed
 * before would be lost. Links work from the start.
 */
export function OnceAlive({ children }: { children: ReactNode }) {
  const isAlive = useIsClient();
  return (
    <fieldset
      role="presentation"
      disabled={!isAlive}
      data-starting={isAlive ? undefined : ""}
      className="contents"
    >
      {children}
    </fieldset>
  );
}
