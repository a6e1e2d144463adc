import type { ScheduleSort } from "@/server/dashboard/schedules/schema";
import { type FiltersOf, listFilters } from "../lists/list-filters";
import { HEALTH_WORDS } from "./schedule-words";

/** What narrows the list of schedules. */
export type ScheduleFilters = FiltersOf<"health", ScheduleSort>;

/** The next payment has one order only: the soonest first. */
export const SCHEDULE_SORTS = ["-created", "created", "next"] as const satisfies readonly ScheduleSort[];

export const scheduleFilters = listFilters<"health", ScheduleSort>({
  state: { name: "health", words: HEALTH_WORDS },
  sorts: SCHEDULE_SORTS,
});
