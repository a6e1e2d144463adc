"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { shorten } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { actionsColumn } from "../lists/actions-column";
import { Allowed } from "../roles/allowed";

export const CLIENT_ID_TONES: Record<ClientIdRecord["status"], Tone> = {
  active: "positive",
  inactive: "warning",
  revoked: "neutral",
};

/** What can be done with a client ID in its row. */
export type ClientIdTask = "view" | "edit" | "revoke";

/** Columns of the table of client IDs. */
export function useClientIdColumns(
  onTask: (task: ClientIdTask, client: ClientIdRecord) => void,
): ColumnDef<ClientIdRecord, unknown>[] {
  return [
    {
      accessorKey: "label",
      header: "Name",
      meta: { className: "sm:min-w-24" },
      cell: ({ row }) => <span className="font-medium wrap-anywhere">{row.original.label}</span>,
    },
    {
      accessorKey: "clientId",
      header: "Client ID",
      enableSorting: false,
      cell: ({ row }) => (
        <span className="inline-flex items-center gap-2">
          <span className="font-mono text-xs" title={row.original.clientId}>
            {shorten(row.original.clientId)}
          </span>
          <CopyButton text={row.original.clientId} what={`client ID ${row.original.label}`} />
        </span>
      ),
    },
    {
      accessorKey: "status",
      header: "Status",
      cell: ({ row }) => <ClientIdStatus status={row.original.status} />,
    },
    {
      id: "domains",
      header: "Domains",
      cell: ({ row }) => <Domains domains={row.original.allowedDomains} />,
    },
    {
      id: "destination",
      header: "Destination",
      cell: ({ row }) =>
        row.original.payeeDestinationId ? "Bound" : <span className="text-muted">Any</span>,
    },
    actionsColumn((row) => <Actions client={row} onTask={(task) => onTask(task, row)} />),
  ];
}

/** As "Active". */
export function ClientIdStatus({ status }: Pick<ClientIdRecord, "status">) {
  return <Badge tone={CLIENT_ID_TONES[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

function Domains({ domains }: { domains: string[] }) {
  const [first, ...others] = domains;
  if (!first) return <span className="text-muted">Server only</span>;
  return (
    <span title={domains.join("\n")} className="wrap-anywhere">
      {first.replace("https://", "")}
      {others.length > 0 && <span className="text-muted"> and {others.length} more</span>}
    </span>
  );
}

function Actions({ client, onTask }: { client: ClientIdRecord; onTask: (task: ClientIdTask) => void }) {
  const name = <span className="sr-only"> {client.label}</span>;
  return (
    <div className="flex justify-end gap-2 pt-2 sm:pt-0">
      <Button size="sm" variant="ghost" onClick={() => onTask("view")}>
        View{name}
      </Button>
      {client.status !== "revoked" && (
        <>
          <Allowed to="updateClientIdSession">
            <Button size="sm" variant="ghost" onClick={() => onTask("edit")}>
              Edit{name}
            </Button>
          </Allowed>
          <Allowed to="revokeClientIdSession">
            <Button size="sm" variant="danger" onClick={() => onTask("revoke")}>
              Revoke{name}
            </Button>
          </Allowed>
        </>
      )}
    </div>
  );
}
