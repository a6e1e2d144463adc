import { invalidField } from "@/server/errors";
import type { Frequency } from "@/server/requests/schema";

/** How far a caller's clock may run behind ours. */
const CLOCK_SKEW_MS = 60_000;

export interface Recurrence {
  startDate: Date;
  frequency: Frequency;
  nextOccurrenceAt: Date;
}

/**
 * Reads the recurrence of an invoice (RQ-04). `startDate` is an ISO 8601 date or moment that is not in the
 * past; a plain date means today or later, in UTC. The first occurrence after the invoice itself is the
 * start date when that lies ahead, otherwise one period later. Throws 400 naming the field.
 */
export function parseRecurrence(input: { startDate: string; frequency: Frequency }, now: Date): Recurrence {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(input.startDate);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(
    input.startDate,
  );
  const startDate = new Date(input.startDate);
  if (
    !(isDate || isMoment) ||
    Number.isNaN(startDate.getTime()) ||
    startDate.getUTCFullYear() > 9999 ||
    !isOnCalendar(input.startDate.slice(0, 10))
  ) {
    throw invalidField("recurrence.startDate", "startDate must be an ISO 8601 date");
  }
  const earliest = isDate ? Date.parse(now.toISOString().slice(0, 10)) : now.getTime() - CLOCK_SKEW_MS;
  if (startDate.getTime() < earliest) {
    throw invalidField("recurrence.startDate", "startDate must not be in the past");
  }
  const nextOccurrenceAt = startDate > now ? startDate : addPeriods(startDate, input.frequency, 1);
  return { startDate, frequency: input.frequency, nextOccurrenceAt };
}

/** JavaScript reads 30 February as 2 March; a calendar does not. */
function isOnCalendar(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

/**
 * `start` plus a number of calendar periods, in UTC. A month without that day takes its last day, and later
 * months go back to the original one, because every occurrence is counted from the start.
 */
export function addPeriods(start: Date, frequency: Frequency, periods: number): Date {
  const date = new Date(start);
  if (frequency === "DAILY") date.setUTCDate(date.getUTCDate() + periods);
  if (frequency === "WEEKLY") date.setUTCDate(date.getUTCDate() + 7 * periods);
  if (frequency === "MONTHLY" || frequency === "YEARLY") {
    const months = frequency === "MONTHLY" ? periods : 12 * periods;
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + months);
    const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, lastDay));
  }
  return date;
}
