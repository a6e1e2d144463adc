import { addPeriods } from "@/server/requests/recurring-invoices/recurrence";
import type { Frequency } from "@/server/requests/schema";

/** The longest each period can be: dividing by it never counts too many. */
const LONGEST_PERIOD_MS: Record<Frequency, number> = {
  DAILY: 86_400_000,
  WEEKLY: 7 * 86_400_000,
  MONTHLY: 31 * 86_400_000,
  YEARLY: 366 * 86_400_000,
};

export interface Schedule {
  startDate: Date;
  frequency: Frequency;
}

/** The number of whole periods from the start to the first due date after `moment`; 0 is the start itself. */
function periodsUntilAfter({ startDate, frequency }: Schedule, moment: Date): number {
  const span = moment.getTime() - startDate.getTime();
  let periods = Math.max(0, Math.floor(span / LONGEST_PERIOD_MS[frequency]));
  while (addPeriods(startDate, frequency, periods) <= moment) periods += 1;
  return periods;
}

/** The first due date of a schedule after `moment`. */
export function nextDueAfter(schedule: Schedule, moment: Date): Date {
  return addPeriods(schedule.startDate, schedule.frequency, periodsUntilAfter(schedule, moment));
}

/** Which occurrence a due date is; the start date is number 1. */
export function occurrenceNumber(schedule: Schedule, due: Date): number {
  return periodsUntilAfter(schedule, due);
}
