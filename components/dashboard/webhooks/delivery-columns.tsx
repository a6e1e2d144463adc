"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/server/webhooks/schema";
import { actionsColumn } from "../lists/actions-column";
import { DeliveryState, StatusCode } from "./delivery-state";
import { ReplayButton } from "./replay-button";

/**
 * Columns of a list of deliveries. `urlOf` names a webhook by its address. With `onOpen` each can be looked at, and
 * shows how long its last attempt took.
 */
export function deliveryColumns(
  urlOf: (webhookId: string) => string,
  onOpen?: (id: string) => void,
): ColumnDef<DeliveryRecord, unknown>[] {
  return [
    {
      accessorKey: "event",
      header: "Event",
      enableSorting: false,
      meta: { className: "sm:max-w-md" },
      cell: ({ row: { original } }) => (
        <span className="font-mono text-xs">
          {original.event}
          {original.isTest && <Badge className="ml-2 font-sans">Test</Badge>}
          <span className="mt-1 block break-all text-muted">{urlOf(original.webhookId)}</span>
        </span>
      ),
    },
    {
      id: "statusCode",
      header: "Status code",
      meta: { className: "sm:max-w-48" },
      cell: ({ row: { original } }) => (
        <>
          <StatusCode delivery={original} />
          {onOpen && <Latency delivery={original} />}
        </>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ row }) => <DeliveryState delivery={row.original} />,
    },
    {
      accessorKey: "createdAt",
      header: "Created",
      enableSorting: false,
      meta: { className: "sm:whitespace-nowrap" },
      cell: ({ row }) => <Time value={row.original.createdAt} form="relative" />,
    },
    actionsColumn((row) => (
      <div className="flex justify-end gap-2">
        {onOpen && (
          <Button size="sm" variant="ghost" onClick={() => onOpen(row.id)}>
            Details<span className="sr-only"> of {row.event}</span>
          </Button>
        )}
        <ReplayButton delivery={row} />
      </div>
    )),
  ];
}

function Latency({ delivery: { attempts } }: { delivery: DeliveryRecord }) {
  const last = attempts.at(-1);
  if (!last) return null;
  return <span className="block text-xs whitespace-nowrap text-muted">after {last.durationMs} ms</span>;
}
