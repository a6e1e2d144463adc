import type { ScheduleCounts, ScheduleHealth } from "@/server/dashboard/schedules/schema";
import type { StatusTab } from "../lists/status-tabs";

const GROUPS: readonly { name: string; healths: readonly ScheduleHealth[] }[] = [
  { name: "All", healths: [] },
  { name: "Running", healths: ["active"] },
  { name: "Needs a look", healths: ["late", "paused"] },
  { name: "To sign", healths: ["pending"] },
  { name: "Completed", healths: ["completed"] },
  { name: "Cancelled", healths: ["cancelled"] },
];

/** The tabs of the list of schedules. */
export function scheduleTabs(counts: ScheduleCounts | undefined): StatusTab[] {
  return GROUPS.map(({ name, healths }) => {
    const fitting = Object.entries(counts?.byHealth ?? {}).filter(
      ([health]) => healths.length === 0 || healths.some((one) => one === health),
    );
    const sum = fitting.reduce((all, [, count]) => all + count, 0);
    return { name, value: healths.join(","), count: counts ? sum.toLocaleString("en") : null };
  });
}
