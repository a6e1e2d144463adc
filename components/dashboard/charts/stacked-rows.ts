/** A part of a bar. */
export interface Part {
  /** Key of its bar: a day or a month. */
  at: string;
  /** Name of its series. */
  series: string;
  value: number;
}

export interface StackedRow {
  at: string;
  label: string;
  /** Values by series. Numbers, because they become lengths of bars; the exact amounts are in the table. */
  parts: Record<string, number>;
}

/** As many as there are colours that an eye tells apart. */
export const MAX_SERIES = 6;
/** What the smallest ones are together where there are more. */
const REST = "Others";

/** A row for each bar, those without a part included, so that bars keep their distance; the smallest series become one where there are many. */
export function stackedRows(
  parts: readonly Part[],
  bars: readonly { at: string; label: string }[],
): { rows: StackedRow[]; series: string[] } {
  const shown = largest(parts);
  const seriesOf = ({ series }: Part) => (shown.includes(series) ? series : REST);
  const series = parts.every((part) => seriesOf(part) !== REST) ? shown : [...shown, REST];
  const rows = bars.map(({ at, label }) => {
    const sums: Record<string, number> = {};
    for (const part of parts.filter((one) => one.at === at)) {
      sums[seriesOf(part)] = (sums[seriesOf(part)] ?? 0) + part.value;
    }
    return { at, label, parts: sums };
  });
  return { rows, series };
}

/** Names of the series with a colour of their own, in the order of the alphabet. */
function largest(parts: readonly Part[]): string[] {
  const sums = new Map<string, number>();
  for (const { series, value } of parts) sums.set(series, (sums.get(series) ?? 0) + value);
  const names = [...sums].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return names.slice(0, names.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES).sort();
}
