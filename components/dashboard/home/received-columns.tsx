"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import { Amount } from "@/components/ui/amount";
import type { Overview } from "@/server/dashboard/overview-schema";
import { useNames } from "../networks";

type Total = Overview["received"]["totals"][number];

/** Columns of the table of what was received. */
export function useReceivedColumns(): ColumnDef<Total, unknown>[] {
  const names = useNames();
  return useMemo(
    () => [
      { id: "network", header: "Network", accessorFn: ({ network }) => names.network(network) },
      { accessorKey: "currency", header: "Token" },
      { accessorKey: "payments", header: "Payments", meta: { align: "right" } },
      {
        accessorKey: "amount",
        header: "Amount",
        meta: { align: "right" },
        sortingFn: (a, b) => Number(a.original.amount) - Number(b.original.amount),
        cell: ({ row }) => <Amount value={row.original.amount} unit={row.original.currency} />,
      },
    ],
    [names],
  );
}
