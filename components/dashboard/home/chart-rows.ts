import type { Overview } from "@/server/dashboard/schema";

type Day = Overview["received"]["byDay"][number];

interface ChartRow {
  /** ISO date in UTC. */
  date: string;
  label: string;
  /** Dollars by series. Numbers, because they become lengths of bars; the exact amounts are in the table. */
  parts: Record<string, number>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A row for each day of the period, days without money included, so that the bars keep their distance. */
export function chartRows(
  byDay: readonly Day[],
  { from, days, nameOf }: { from: string; days: number; nameOf: (network: string) => string },
): { rows: ChartRow[]; series: string[] } {
  const priced = byDay.filter(({ amountInUsd }) => amountInUsd !== null);
  const seriesOf = ({ currency, network }: Day) => `${currency} on ${nameOf(network)}`;
  const series = [...new Set(priced.map(seriesOf))].sort();
  const first = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
  const rows = Array.from({ length: days }, (_, index) => {
    const date = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    const parts: Record<string, number> = {};
    for (const day of priced.filter((one) => one.date === date)) {
      parts[seriesOf(day)] = (parts[seriesOf(day)] ?? 0) + Number(day.amountInUsd);
    }
    return { date, label: labelOf(date), parts };
  });
  return { rows, series };
}

function labelOf(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
