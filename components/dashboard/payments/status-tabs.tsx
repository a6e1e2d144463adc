"use client";

import { cn } from "@/components/ui/cn";
import type { PaymentCounts, PaymentFlow, PaymentStatus } from "@/server/dashboard/payments-schema";
import { countOf, wholeNumber } from "./list-counts";

interface StatusTab {
  name: string;
  statuses: readonly PaymentStatus[];
  /** Shown only where there are any: what does not happen every day. */
  isRare?: boolean;
}

const TABS: readonly StatusTab[] = [
  { name: "All", statuses: [] },
  { name: "Open", statuses: ["pending", "in_progress"] },
  { name: "Partial", statuses: ["partial"] },
  { name: "Paid", statuses: ["paid", "late"] },
  { name: "Expired", statuses: ["expired"] },
  { name: "Failed", statuses: ["failed", "compliance_failed"], isRare: true },
  { name: "Refunded", statuses: ["refunded"], isRare: true },
];

interface StatusTabsProps {
  flow: PaymentFlow;
  /** As the filters have it: statuses separated by commas, empty for all. */
  status: string;
  counts: PaymentCounts | undefined;
  onChange: (status: string) => void;
}

/** The states of a list with how many payments are in each, one press away. */
export function StatusTabs({ flow, status, counts, onChange }: StatusTabsProps) {
  return (
    <fieldset className="-mx-1 mb-4 flex gap-1 overflow-x-auto px-1 py-1">
      <legend className="sr-only">
        {flow === "incoming" ? "Payment requests by status" : "Payments by status"}
      </legend>
      {TABS.map(({ name, statuses, isRare }) => {
        const value = statuses.join(",");
        const isHere = value === status;
        const count = countOf(counts, statuses);
        if (isRare && !isHere && (count === null || count.number === 0)) return null;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isHere}
            onClick={() => onChange(value)}
            className={cn(
              "inline-flex shrink-0 items-baseline gap-2 rounded-md border px-3 py-1.5 text-sm font-medium whitespace-nowrap",
              isHere
                ? "border-accent/40 bg-accent/10 text-accent"
                : "border-transparent text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {name}
            {count && <span className="text-xs font-normal tabular-nums">{wholeNumber(count)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
