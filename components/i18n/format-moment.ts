import { intlTag, type Locale } from "@/components/i18n/locales";

/**
 * A date with its time of day and the zone they are meant in. `timeZone` is `"UTC"` where the reader's zone is
 * not known, as on the server; undefined means the browser's own.
 */
export function formatMoment(iso: string, locale: Locale, timeZone?: string): string {
  return new Intl.DateTimeFormat(intlTag(locale), {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(new Date(iso));
}
