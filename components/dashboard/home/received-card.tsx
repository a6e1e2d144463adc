"use client";

import dynamic from "next/dynamic";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Overview } from "@/server/dashboard/overview-schema";
import { useNames } from "../networks";
import { useReceivedColumns } from "./received-columns";

// Drawn in the browser only, after the numbers: the table below says the same.
const ReceivedChart = dynamic(() => import("./received-chart").then((chart) => chart.ReceivedChart), {
  ssr: false,
  loading: () => <Skeleton className="h-56 rounded-md" />,
});

/** What came in: the sum, a bar for each day, and every number as a table. */
export function ReceivedCard({ overview }: { overview: Overview }) {
  const names = useNames();
  const columns = useReceivedColumns();
  const { totals, totalInUsd, byDay } = overview.received;
  const hasUsd = byDay.some(({ amountInUsd }) => amountInUsd !== null);
  return (
    <Card title="Received" description={`${periodOf(overview.days)}, by network and token. Days are in UTC.`}>
      {totals.length === 0 ? (
        <EmptyState title="Nothing received yet">
          Payments of this period appear here once they are seen on chain.
        </EmptyState>
      ) : (
        <>
          <p className="mb-5">
            <span className="text-4xl font-semibold tracking-tight">
              <Amount value={totalInUsd} unit="USD" />
            </span>
            <span className="mt-1 block text-sm text-muted">
              Sum of stablecoins at one dollar each{hasUsd ? "" : "; none in this period"}
            </span>
          </p>
          {hasUsd && overview.days > 1 && (
            <ReceivedChart byDay={byDay} from={overview.from} days={overview.days} nameOf={names.network} />
          )}
          <div className="mt-5 border-t border-dashed border-line pt-2">
            <DataTable
              label="Received by network and token"
              columns={columns}
              rows={totals}
              rowId={({ currencyId }) => currencyId}
              empty={null}
            />
          </div>
        </>
      )}
    </Card>
  );
}

function periodOf(days: number): string {
  return days === 1 ? "Today" : `The last ${days} days`;
}
