"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/server/webhooks/schema";
import { DeliveryState, StatusCode } from "./delivery-state";
import { ReplayButton } from "./replay-button";

/** Columns of a list of deliveries. `urlOf` names a webhook by its address. */
export function deliveryColumns(urlOf: (webhookId: string) => string): ColumnDef<DeliveryRecord, unknown>[] {
  return [
    {
      accessorKey: "event",
      header: "Event",
      enableSorting: false,
      cell: ({ row }) => (
        <span className="font-mono text-xs">
          {row.original.event}
          {row.original.isTest && <Badge className="ml-2 font-sans">Test</Badge>}
        </span>
      ),
    },
    {
      id: "url",
      header: "URL",
      enableSorting: false,
      meta: { className: "max-w-72" },
      cell: ({ row }) => <span className="font-mono text-xs break-all">{urlOf(row.original.webhookId)}</span>,
    },
    {
      id: "statusCode",
      header: "Status code",
      enableSorting: false,
      cell: ({ row }) => <StatusCode delivery={row.original} />,
    },
    {
      id: "state",
      header: "State",
      enableSorting: false,
      cell: ({ row }) => <DeliveryState delivery={row.original} />,
    },
    {
      accessorKey: "createdAt",
      header: "Created",
      enableSorting: false,
      cell: ({ row }) => <Time value={row.original.createdAt} form="relative" />,
    },
    {
      id: "actions",
      header: "Actions",
      enableSorting: false,
      meta: { isUnlabelled: true, align: "right" },
      cell: ({ row }) => <ReplayButton delivery={row.original} />,
    },
  ];
}
