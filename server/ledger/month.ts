/** A period of time: its first moment, and the first that is not in it any more. */
export interface Span {
  startsAt: Date;
  endsAt: Date;
}

const DAY_MS = 86_400_000;

/** Whether a name is that of a time zone, as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    localTime(new Date(0), name);
    return true;
  } catch {
    return false;
  }
}

/** A calendar month in a time zone, by its name (`2026-10`). */
export function monthIn(month: string, timeZone: string): Span {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return { startsAt: firstOf(year, number, timeZone), endsAt: firstOf(year, number + 1, timeZone) };
}

/** The name of the calendar month that a moment is in. */
export function monthOf(at: Date, timeZone: string): string {
  return new Date(localTime(at, timeZone)).toISOString().slice(0, 7);
}

/** What clocks show at a moment, to the second: `2026-10-31 23:59:59`. */
export function dayAndTime(at: Date, timeZone: string): string {
  return new Date(localTime(at, timeZone)).toISOString().slice(0, 19).replace("T", " ");
}

/** The name of the month after one. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

/** The days of a month in a time zone, by their dates (`2026-10-31`); each ends where the next begins. */
export function daysIn(month: string, timeZone: string): { date: string; startsAt: Date }[] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, i) => ({
    date: `${month}-${String(i + 1).padStart(2, "0")}`,
    startsAt: firstOf(year, number, timeZone, i + 1),
  }));
}

/**
 * The first moment of a day, that of a month unless told otherwise. Where clocks go forward over midnight it is the moment at
 * which they do, and where midnight comes twice the first of the two.
 */
function firstOf(year: number, month: number, timeZone: string, day = 1): Date {
  const midnight = Date.UTC(year, month - 1, day);
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((at) => localTime(new Date(at), timeZone) - at);
  const moments = offsets.map((offset) => midnight - offset).sort((a, b) => a - b);
  const first = moments.find((at) => localTime(new Date(at), timeZone) >= midnight) ?? midnight;
  return new Date(first);
}

/** What clocks show, as if it were UTC. */
function localTime(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
