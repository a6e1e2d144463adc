"use client";

import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Overview } from "@/server/dashboard/overview-schema";
import { chartRows, MAX_SERIES } from "./chart-rows";

interface ReceivedChartProps {
  byDay: Overview["received"]["byDay"];
  from: string;
  days: number;
  nameOf: (network: string) => string;
}

/** One bar a day, a part of it for each network and token with a dollar value. */
export function ReceivedChart({ byDay, from, days, nameOf }: ReceivedChartProps) {
  const { rows, series } = chartRows(byDay, { from, days, nameOf });
  return (
    // The table beside it holds the same numbers, in a form that can be read aloud.
    <div aria-hidden="true" className="h-60 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} margin={{ top: 4, right: 0, bottom: 0, left: -12 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="3 3" />
          <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={16} stroke="var(--muted)" />
          <YAxis tickLine={false} axisLine={false} stroke="var(--muted)" tickFormatter={compact} />
          <Tooltip
            cursor={{ fill: "var(--sunken)" }}
            formatter={(value) => `${Number(value).toLocaleString("en")} USD`}
            contentStyle={{ background: "var(--card)", border: "1px solid var(--line)", borderRadius: 6 }}
          />
          <Legend iconType="circle" iconSize={8} />
          {series.map((name, index) => (
            <Bar
              key={name}
              dataKey={(row: ChartRow) => row.parts[name] ?? 0}
              name={name}
              stackId="received"
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

type ChartRow = ReturnType<typeof chartRows>["rows"][number];

function compact(value: number): string {
  return new Intl.NumberFormat("en", { notation: "compact" }).format(value);
}
