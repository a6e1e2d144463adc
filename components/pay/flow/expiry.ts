"use client";

import { useEffect, useRef } from "react";
import type { PageContext } from "@/components/pay/api/page-context";
import type { PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";

/** The longest a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls once, in the second in which a link that can be paid is over by the server's clock. */
export function useExpiry(
  { drawnAt }: PageContext,
  page: PageState,
  onOver: (page: PageStateOf<"expired">) => void,
): void {
  const latest = useRef({ page, onOver });
  latest.current = { page, onOver };
  const until = "shown" in page ? page.facts.expiresAt : null;
  useEffect(() => {
    if (until === null) return;
    const leftMs = Date.parse(until) - drawnAt + answeredAt() - Date.now();
    if (leftMs > MAX_TIMER_MS) return;
    const timer = setTimeout(
      () => {
        const { page, onOver } = latest.current;
        if ("shown" in page && page.facts.expiresAt === until) onOver(expired(page));
      },
      Math.max(0, leftMs),
    );
    return () => clearTimeout(timer);
  }, [until, drawnAt]);
}

/** What the server says of a link from that second on. */
function expired({
  token,
  branding,
  merchant,
  facts,
}: PageStateOf<"ready" | "partial" | "bundle">): PageStateOf<"expired"> {
  const seen = facts.transfers.length > 0 ? facts : null;
  return {
    kind: "expired",
    token,
    branding,
    merchant,
    redirect: null,
    bank: null,
    hasInvoice: false,
    bundle: null,
    facts: seen,
  };
}

/** When the server's page came, by this device's clock. */
function answeredAt(): number {
  const [page] = performance.getEntriesByType("navigation");
  const after = page instanceof PerformanceNavigationTiming ? page.responseStart : 0;
  return performance.timeOrigin + after;
}
