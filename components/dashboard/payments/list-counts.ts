import type { PaymentCounts, PaymentStatus } from "@/server/dashboard/payments-schema";

/** How many, and whether there are more than were counted. */
export interface ListCount {
  number: number;
  isMore: boolean;
}

/** How many payments of these statuses fit, of all for none; null while that is not known. */
export function countOf(
  counts: PaymentCounts | undefined,
  statuses: readonly PaymentStatus[],
): ListCount | null {
  if (!counts?.byStatus) return null;
  const { byStatus, countedUpTo } = counts;
  const wanted = statuses.length === 0 ? Object.keys(byStatus) : statuses;
  const numbers = Object.entries(byStatus).flatMap(([status, number]) =>
    wanted.includes(status as PaymentStatus) ? number : [],
  );
  return {
    number: numbers.reduce((sum, number) => sum + number, 0),
    isMore: countedUpTo !== null && numbers.some((number) => number >= countedUpTo),
  };
}

/** As people read it: `12,000`, or `10,000+` where counting stopped. */
export function wholeNumber({ number, isMore }: ListCount): string {
  return `${number.toLocaleString("en")}${isMore ? "+" : ""}`;
}

/** Which rows a page shows, of how many: `26–50 of 5,000; 12,000 in all`. Null while nothing is known. */
export function positionOf(
  counts: PaymentCounts | undefined,
  { first, rows, fitting }: { first: number; rows: number; fitting: ListCount | null },
): string | null {
  if (!counts || rows === 0) return null;
  const shown = `${first.toLocaleString("en")}–${(first + rows - 1).toLocaleString("en")}`;
  if (!fitting) return `${shown}; ${counts.total.toLocaleString("en")} in all`;
  const isAll = fitting.number === counts.total;
  const of = `${shown} of ${wholeNumber(fitting)}`;
  return isAll ? of : `${of}; ${counts.total.toLocaleString("en")} in all`;
}
