import type { ScheduleSort } from "@/server/dashboard/schedules/schema";
import type { CommonFilters } from "../shared/list-filter-bar";
import { HEALTH_WORDS } from "./schedule-words";

/** What narrows the list of schedules. The address bar holds it, so that a view can be sent to somebody. */
export interface ScheduleFilters extends CommonFilters {
  health: string;
  sort: ScheduleSort;
}

const NAMES = ["q", "health", "network", "token", "from", "to"] as const;
const SORTS: readonly ScheduleSort[] = ["-created", "created", "next"];

/** Reads filters from a query string; what is not understood is as if it was not there. */
export function readScheduleFilters(query: URLSearchParams): ScheduleFilters {
  const text = (name: (typeof NAMES)[number]) => query.get(name)?.slice(0, 255) ?? "";
  const day = (name: "from" | "to") => (/^\d{4}-\d\d-\d\d/.test(text(name)) ? text(name).slice(0, 10) : "");
  const sort = query.get("sort");
  return {
    q: text("q"),
    health: text("health")
      .split(",")
      .every((one) => Object.hasOwn(HEALTH_WORDS, one))
      ? text("health")
      : "",
    network: text("network"),
    token: text("token"),
    from: day("from"),
    to: day("to"),
    sort: SORTS.find((one) => one === sort) ?? "-created",
  };
}

/** The same as a query string, for the address bar and the API, without what is as it always is. */
export function writeScheduleFilters(filters: ScheduleFilters): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filters[name] !== "") query.set(name, filters[name]);
  if (filters.sort !== "-created") query.set("sort", filters.sort);
  return query.toString();
}

/** Whether anything is left out of the list. */
export function isNarrowed(filters: ScheduleFilters): boolean {
  return NAMES.some((name) => filters[name] !== "");
}
