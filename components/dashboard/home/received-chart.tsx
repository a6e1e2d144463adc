"use client";

import type { Overview } from "@/server/dashboard/overview-schema";
import { StackedBars } from "../charts/stacked-bars";
import { chartRows } from "./chart-rows";

interface ReceivedChartProps {
  byDay: Overview["received"]["byDay"];
  from: string;
  days: number;
  nameOf: (network: string) => string;
}

/** One bar a day, a part of it for each network and token with a dollar value. */
export function ReceivedChart({ byDay, from, days, nameOf }: ReceivedChartProps) {
  const { rows, series } = chartRows(byDay, { from, days, nameOf });
  return <StackedBars rows={rows} series={series} unit="USD" />;
}
