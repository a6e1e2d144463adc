import { intlTag, type Locale } from "@/components/i18n/locales";

/** Each takes as long to make as to write a hundred moments. */
const known = new Map<string, Intl.DateTimeFormat>();

/**
 * A date with its time of day and the zone they are meant in. `timeZone` is `"UTC"` where the reader's zone is
 * not known, as on the server; undefined means the browser's own.
 */
export function formatMoment(iso: string, locale: Locale, timeZone?: string): string {
  const key = `${locale} ${timeZone ?? ""}`;
  const format = known.get(key) ?? newFormat(locale, timeZone);
  known.set(key, format);
  return format.format(new Date(iso));
}

function newFormat(locale: Locale, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(intlTag(locale), {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
}
