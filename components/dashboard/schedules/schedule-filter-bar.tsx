"use client";

import type { ScheduleHealth } from "@/server/dashboard/schedules/schema";
import { useDashboardConfig } from "../config";
import { ListFilterBar, NO_COMMON_FILTERS } from "../lists/list-filter-bar";
import { type ScheduleFilters, scheduleFilters } from "./schedule-filters";
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

interface ScheduleFilterBarProps {
  filters: ScheduleFilters;
  onChange: (change: Partial<ScheduleFilters>) => void;
}

/** Narrows the list of schedules. */
export function ScheduleFilterBar({ filters, onChange }: ScheduleFilterBarProps) {
  return (
    <ListFilterBar
      hint="A reference, or the start of a wallet, a request ID or a transaction hash"
      networks={useDashboardConfig().networks.filter(({ family }) => family === "evm")}
      filters={filters}
      status={{ value: filters.health, options: HEALTHS, onChange: (health) => onChange({ health }) }}
      onChange={onChange}
      onClear={
        scheduleFilters.isNarrowed(filters) ? () => onChange({ ...NO_COMMON_FILTERS, health: "" }) : null
      }
    />
  );
}
