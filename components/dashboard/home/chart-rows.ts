import type { Overview } from "@/server/dashboard/overview-schema";
import { type StackedRow, stackedRows } from "../charts/stacked-rows";

type Day = Overview["received"]["byDay"][number];

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A row for each day of the period (UTC), days without money included, with dollars by network and token. */
export function chartRows(
  byDay: readonly Day[],
  { from, days, nameOf }: { from: string; days: number; nameOf: (network: string) => string },
): { rows: StackedRow[]; series: string[] } {
  const first = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
  return stackedRows(
    byDay
      .filter(({ amountInUsd }) => amountInUsd !== null)
      .map(({ date, currency, network, amountInUsd }) => ({
        at: date,
        series: `${currency} on ${nameOf(network)}`,
        value: Number(amountInUsd),
      })),
    dates.map((date) => ({ at: date, label: dayInWords(date) })),
  );
}

function dayInWords(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
