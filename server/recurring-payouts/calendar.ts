/** What the contract counts for each frequency (D-13): a month is 30 days, a year 365. */
export const PERIOD_SECONDS = {
  DAILY: 86_400,
  WEEKLY: 604_800,
  MONTHLY: 2_592_000,
  YEARLY: 31_536_000,
} as const;

/** When a schedule begins, and how long it waits between two instalments: Unix seconds, and seconds. */
export interface Calendar {
  firstExec: number;
  periodSeconds: number;
}

/** When the contract pays an instalment at the earliest; `index` is 1 for the first. */
export function dueAt({ firstExec, periodSeconds }: Calendar, index: number): Date {
  return new Date((firstExec + (index - 1) * periodSeconds) * 1_000);
}

/** When each of its instalments is due, in their order. */
export function paymentDates(row: Calendar & { totalExecutions: number }): Date[] {
  return Array.from({ length: row.totalExecutions }, (_, i) => dueAt(row, i + 1));
}
