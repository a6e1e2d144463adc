import { invalidField } from "@/server/errors";
import type { ExportQuery } from "@/server/ledger/exports/schema";
import { isTimeZone, monthIn, type Span } from "@/server/ledger/month";

/** The time that a file is about. Throws 400. */
export function spanOf({ month, timeZone, from, to }: ExportQuery): Span {
  if (!isTimeZone(timeZone)) throw invalidField("timeZone", `${timeZone} is no time zone`);
  if (month !== undefined && from === undefined && to === undefined) return monthIn(month, timeZone);
  if (month !== undefined || from === undefined || to === undefined) {
    throw invalidField("month", "Name the month, or from and to");
  }
  const span = { startsAt: new Date(from), endsAt: new Date(to) };
  if (span.startsAt >= span.endsAt) throw invalidField("to", "to must be later than from");
  return span;
}
