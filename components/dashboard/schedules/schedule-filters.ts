import type { ScheduleSort } from "@/server/dashboard/schedules/schema";
import { type FiltersOf, listFilters } from "../lists/list-filters";
import { HEALTH_WORDS } from "./schedule-words";

/** What narrows the list of schedules. */
export type ScheduleFilters = FiltersOf<"health", ScheduleSort>;

export const scheduleFilters = listFilters<"health", ScheduleSort>({
  state: { name: "health", words: HEALTH_WORDS },
  sorts: ["-created", "created", "next"],
});
