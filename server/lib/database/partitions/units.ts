const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** How long the time of one partition is. Days, months and years are those of UTC. */
export type Unit = "day" | "week" | "month" | "year";

/** How long before its beginning a partition is there at the latest: as long as every worker may stand still. */
export const AHEAD_MS: Readonly<Record<Unit, number>> = {
  day: 3 * DAY_MS,
  week: 10 * DAY_MS,
  month: 35 * DAY_MS,
  year: 60 * DAY_MS,
};

/**
 * The time of one partition where rows are kept for so many days; null for ever. A row stays until its whole partition is
 * over, so it is a part of that; and a query opens every partition, so there are not many of them.
 */
export function unitFor(keptDays: number | null): Unit {
  if (keptDays === null) return "year";
  if (keptDays <= 14) return "day";
  if (keptDays <= 62) return "week";
  return keptDays <= 731 ? "month" : "year";
}

/** The beginning of the day, week, month or year that a moment is in. */
export function startOf(ms: number, unit: Unit): number {
  const at = new Date(ms);
  switch (unit) {
    case "day":
      return Math.floor(ms / DAY_MS) * DAY_MS;
    case "week":
      return Math.floor(ms / WEEK_MS) * WEEK_MS;
    case "month":
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
    case "year":
      return Date.UTC(at.getUTCFullYear(), 0);
  }
}

/** The beginning of the next one. */
export function nextStart(ms: number, unit: Unit): number {
  const at = new Date(ms);
  switch (unit) {
    case "day":
      return startOf(ms, unit) + DAY_MS;
    case "week":
      return startOf(ms, unit) + WEEK_MS;
    case "month":
      return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
    case "year":
      return Date.UTC(at.getUTCFullYear() + 1, 0);
  }
}
