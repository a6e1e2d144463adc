"use client";

import { Button } from "@/components/ui/button";
import type { PaymentStatus } from "@/server/dashboard/payments-schema";
import { useDashboardConfig } from "../config";
import { Choice, Day, SearchField } from "../list-fields";
import { isNarrowed, type ListFilters } from "./list-filters";
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

const NOTHING: Omit<ListFilters, "sort"> = { q: "", status: "", network: "", token: "", from: "", to: "" };

/** Narrows a list. Every choice takes effect at once; typing does when it pauses. */
export function FilterBar({
  filters,
  onChange,
}: {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}) {
  const { networks } = useDashboardConfig();
  const symbols = [...new Set(networks.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))].sort();
  const known = STATUSES.some(({ value }) => value === filters.status);
  const statuses = known ? STATUSES : [...STATUSES, { value: filters.status, label: "Several" }];
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <SearchField
        hint="A reference, a payer's name, or the start of a request ID, hash or address"
        text={filters.q}
        onChange={(q) => onChange({ q })}
        className="col-span-2 sm:col-span-3 lg:col-span-6"
      />
      <Choice
        label="Status"
        value={filters.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="Network"
        value={filters.network}
        options={[
          { value: "", label: "Any network" },
          ...networks.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(network) => onChange({ network })}
      />
      <Choice
        label="Token"
        value={filters.token}
        options={[
          { value: "", label: "Any token" },
          ...symbols.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
        onChange={(token) => onChange({ token })}
      />
      <Day label="From (UTC)" value={filters.from} onChange={(from) => onChange({ from })} />
      <Day label="To (UTC)" value={filters.to} onChange={(to) => onChange({ to })} />
      <div className="flex items-end">
        <Button
          variant="ghost"
          className="w-full"
          disabled={!isNarrowed(filters)}
          onClick={() => onChange(NOTHING)}
        >
          Clear
        </Button>
      </div>
    </search>
  );
}
