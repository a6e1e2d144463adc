import { invalidField } from "@/server/errors";
import { monthAfter, monthIn, monthOf, type Span } from "@/server/ledger/month";
import type { MonthsQuery } from "@/server/ledger/overview/schema";

/** A calendar month and its time. */
export interface NamedMonth extends Span {
  month: string;
}

interface Bounds {
  /** Months of one answer. */
  most: number;
  /** Months where the first is not named. */
  usual: number;
}

/**
 * The calendar months that are asked for in a time zone, the earliest first; each ends where the next begins. Throws 400 for
 * none, and for too many.
 */
export function askedMonths(
  { from, to }: MonthsQuery,
  { timeZone, now }: { timeZone: string; now: Date },
  { most, usual }: Bounds,
): NamedMonth[] {
  const last = to ?? monthOf(now, timeZone);
  const first = from ?? monthsBefore(last, usual - 1);
  if (first > last) throw invalidField("to", "to must not be earlier than from");
  const months: NamedMonth[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) {
    if (months.length === most) throw invalidField("from", `No more than ${most} months at once`);
    months.push({ month, ...monthIn(month, timeZone) });
  }
  return months;
}

/** The name of the month that is so many months before another one. */
function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - count)).toISOString().slice(0, 7);
}
