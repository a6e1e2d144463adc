import type { PaymentCounts, PaymentStatus } from "@/server/dashboard/payments-schema";
import type { StatusTab } from "../lists/status-tabs";
import { countOf, wholeNumber } from "./list-counts";

interface Group {
  name: string;
  statuses: readonly PaymentStatus[];
  /** Shown only where there are any: what does not happen every day. */
  isRare?: boolean;
}

const GROUPS: readonly Group[] = [
  { name: "All", statuses: [] },
  { name: "Open", statuses: ["pending", "in_progress"] },
  { name: "Partial", statuses: ["partial"] },
  { name: "Paid", statuses: ["paid", "late"] },
  { name: "Expired", statuses: ["expired"] },
  { name: "Failed", statuses: ["failed", "compliance_failed"], isRare: true },
  { name: "Refunded", statuses: ["refunded"], isRare: true },
];

/** The tabs of a list of payments, of which `status` is chosen. */
export function paymentTabs(status: string, counts: PaymentCounts | undefined): StatusTab[] {
  return GROUPS.flatMap(({ name, statuses, isRare }) => {
    const value = statuses.join(",");
    const count = countOf(counts, statuses);
    if (isRare && value !== status && (count === null || count.number === 0)) return [];
    return { name, value, count: count && wholeNumber(count) };
  });
}
