/** "both" is the date with how long ago; "seconds" the same to the second; "date" has no time of day. */
export type TimeForm = "absolute" | "relative" | "both" | "seconds" | "date";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** The clock of the service may be this much ahead of the reader's: what has happened is not in the future. */
const CLOCKS_DIFFER_S = 2;

/** Words for a moment. `zone` is an IANA name, the reader's own without it; `now` in milliseconds. */
export function formatTime(
  iso: string,
  { form, zone, now }: { form: TimeForm; zone?: string | undefined; now: number },
): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  if (form === "relative") return relative(moment.getTime() - now);
  if (form === "both") return `${absolute(moment, zone)} (${relative(moment.getTime() - now)})`;
  if (form === "seconds") return `${absolute(moment, zone, true)} (${relative(moment.getTime() - now)})`;
  return form === "date" ? day(moment, zone) : absolute(moment, zone);
}

function absolute(moment: Date, timeZone: string | undefined, hasSeconds = false): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: hasSeconds ? "2-digit" : undefined,
    timeZoneName: "short",
    timeZone,
  }).format(moment);
}

function day(moment: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone,
  }).format(moment);
}

function relative(differenceMs: number): string {
  const seconds = differenceMs / 1_000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  if (unit === "second") return seconds <= CLOCKS_DIFFER_S ? "just now" : "in a moment";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}
