"use client";

import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { MAX_SERIES, type StackedRow } from "./stacked-rows";

interface StackedBarsProps {
  rows: readonly StackedRow[];
  series: readonly string[];
  /** What a value is in, as `USD`. */
  unit: string;
}

/** One bar a row, a part of it for each series. A table with the same numbers has to stand beside it. */
export function StackedBars({ rows, series, unit }: StackedBarsProps) {
  return (
    // The table beside it holds the same numbers, in a form that can be read aloud.
    <div aria-hidden="true" className="h-60 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...rows]}
          margin={{ top: 4, right: 0, bottom: 0, left: -12 }}
          stackOffset="sign"
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="3 3" />
          <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={16} stroke="var(--muted)" />
          <YAxis tickLine={false} axisLine={false} stroke="var(--muted)" tickFormatter={compact} />
          <Tooltip
            cursor={{ fill: "var(--sunken)" }}
            formatter={(value) => `${Number(value).toLocaleString("en")} ${unit}`}
            contentStyle={{ background: "var(--card)", border: "1px solid var(--line)", borderRadius: 6 }}
          />
          <Legend iconType="circle" iconSize={8} />
          {series.map((name, index) => (
            <Bar
              key={name}
              dataKey={(row: StackedRow) => row.parts[name] ?? 0}
              name={name}
              stackId="bar"
              fill={`var(--series-${(index % MAX_SERIES) + 1})`}
              isAnimationActive={false}
              maxBarSize={40}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function compact(value: number): string {
  return new Intl.NumberFormat("en", { notation: "compact" }).format(value);
}
