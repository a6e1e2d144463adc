"use client";

import { Button } from "@/components/ui/button";
import type { ScheduleHealth } from "@/server/dashboard/schedules/schema";
import { useDashboardConfig } from "../config";
import { Choice, Day, SearchField } from "../list-fields";
import { isNarrowed, NO_FILTERS, type ScheduleFilters } from "./schedule-filters";
import { HEALTH_WORDS } from "./schedule-words";

/** States somebody looks for, several at once where they belong together. */
const HEALTHS: { value: string; label: string }[] = [
  { value: "", label: "Any status" },
  { value: "late,paused", label: "Needs a look" },
  ...(Object.keys(HEALTH_WORDS) as ScheduleHealth[]).map((health) => ({
    value: health,
    label: HEALTH_WORDS[health].name,
  })),
];

/** Narrows the list. Every choice takes effect at once; typing does when it pauses. */
export function ScheduleFilterBar({
  filters,
  onChange,
}: {
  filters: ScheduleFilters;
  onChange: (change: Partial<ScheduleFilters>) => void;
}) {
  const networks = useDashboardConfig().networks.filter(({ family }) => family === "evm");
  const symbols = [...new Set(networks.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))].sort();
  const known = HEALTHS.some(({ value }) => value === filters.health);
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <SearchField
        hint="A reference, or the start of a wallet, a request ID or a transaction hash"
        text={filters.q}
        onChange={(q) => onChange({ q })}
        className="col-span-2 sm:col-span-3 lg:col-span-6"
      />
      <Choice
        label="Status"
        value={filters.health}
        options={known ? HEALTHS : [...HEALTHS, { value: filters.health, label: "Several" }]}
        onChange={(health) => onChange({ health })}
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
          onClick={() => onChange(NO_FILTERS)}
        >
          Clear
        </Button>
      </div>
    </search>
  );
}
