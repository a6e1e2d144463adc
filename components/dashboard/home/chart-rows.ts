import type { Overview } from "@/server/dashboard/overview-schema";

type Day = Overview["received"]["byDay"][number];

interface ChartRow {
  /** ISO date in UTC. */
  date: string;
  label: string;
  /** Dollars by series. Numbers, because they become lengths of bars; the exact amounts are in the table. */
  parts: Record<string, number>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** As many as there are colours that an eye tells apart. */
export const MAX_SERIES = 6;
/** What the smallest ones are together where there are more. */
const REST = "Others";

/** A row for each day of the period, days without money included, so that the bars keep their distance. */
export function chartRows(
  byDay: readonly Day[],
  { from, days, nameOf }: { from: string; days: number; nameOf: (network: string) => string },
): { rows: ChartRow[]; series: string[] } {
  const priced = byDay.filter(({ amountInUsd }) => amountInUsd !== null);
  const nameOfDay = ({ currency, network }: Day) => `${currency} on ${nameOf(network)}`;
  const shown = largest(priced, nameOfDay);
  const seriesOf = (day: Day) => (shown.includes(nameOfDay(day)) ? nameOfDay(day) : REST);
  const series = priced.every((day) => seriesOf(day) !== REST) ? shown : [...shown, REST];
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

/** Names of the series with a colour of their own, in the order of the alphabet. */
function largest(priced: readonly Day[], nameOf: (day: Day) => string): string[] {
  const sums = new Map<string, number>();
  for (const day of priced) {
    sums.set(nameOf(day), (sums.get(nameOf(day)) ?? 0) + Number(day.amountInUsd));
  }
  const names = [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return names.slice(0, names.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES).sort();
}

function labelOf(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
