"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** `StackedBars`, drawn in the browser only and after the numbers: the table beside it says the same. */
export const LazyStackedBars = dynamic(() => import("./stacked-bars").then((chart) => chart.StackedBars), {
  ssr: false,
  loading: () => <Skeleton className="h-56 rounded-md" />,
});
