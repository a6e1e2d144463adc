"use client";

import type { PaymentStatus } from "@/server/dashboard/payments-schema";
import { useDashboardConfig } from "../config";
import { ListFilterBar, NO_COMMON_FILTERS } from "../lists/list-filter-bar";
import { type ListFilters, paymentFilters } from "./list-filters";
import { STATUS_WORDS } from "./payment-status";

/** States somebody looks for, several at once where they belong together. */
const STATUSES: { value: string; label: string }[] = [
  { value: "", label: "Any status" },
  { value: "pending,in_progress", label: "Open" },
  ...(Object.keys(STATUS_WORDS) as PaymentStatus[]).map((status) => ({
    value: status,
    label: STATUS_WORDS[status].name,
  })),
];

interface FilterBarProps {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}

/** Narrows a list of payments. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  return (
    <ListFilterBar
      hint="A reference, a payer's name, a payment link, or the start of a request ID, hash or address"
      networks={useDashboardConfig().networks}
      filters={filters}
      status={{ value: filters.status, options: STATUSES, onChange: (status) => onChange({ status }) }}
      onChange={onChange}
      onClear={
        paymentFilters.isNarrowed(filters) ? () => onChange({ ...NO_COMMON_FILTERS, status: "" }) : null
      }
    />
  );
}
