import type { Total } from "@/server/dashboard/overview/totals";
import type { Overview } from "@/server/dashboard/overview-schema";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/server/dashboard/payments-schema";

/** How many payments are in each status now. */
export function countsOf(totals: readonly Total[]): Overview["counts"] {
  return { incoming: byStatus(totals, "request"), outgoing: byStatus(totals, "payout") };
}

function byStatus(totals: readonly Total[], of: "request" | "payout"): Record<PaymentStatus, number> {
  const counts = new Map<string, number>();
  for (const total of totals) {
    if (total.of === of) counts.set(total.what, (counts.get(total.what) ?? 0) + total.count);
  }
  const entries = PAYMENT_STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  // Every status is there; `fromEntries` cannot know.
  return Object.fromEntries(entries) as Record<PaymentStatus, number>;
}
