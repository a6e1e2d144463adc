"use client";

import { useMutation } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { messageOf } from "../api-failure";
import { useMerchant } from "../session/merchant";

/** Columns of the table of API keys. */
export function apiKeyColumns(onDelete: (apiKey: ApiKeyRecord) => void): ColumnDef<ApiKeyRecord, unknown>[] {
  return [
    {
      accessorKey: "label",
      header: "Name",
      cell: ({ row }) => <span className="font-medium wrap-anywhere">{row.original.label}</span>,
    },
    {
      id: "key",
      header: "Key",
      enableSorting: false,
      cell: ({ row }) => (
        <span className="font-mono text-xs">
          {row.original.prefix}…{row.original.last4}
        </span>
      ),
    },
    {
      accessorKey: "createdAt",
      header: "Created",
      cell: ({ row }) => <Time value={row.original.createdAt} form="date" />,
    },
    {
      accessorKey: "lastUsedAt",
      header: "Last used",
      cell: ({ row }) => <Moment value={row.original.lastUsedAt} />,
    },
    {
      accessorKey: "expiresAt",
      header: "Expires",
      cell: ({ row }) => <Moment value={row.original.expiresAt} />,
    },
    {
      accessorKey: "status",
      header: "Active",
      cell: ({ row }) => <KeySwitch apiKey={row.original} />,
    },
    {
      id: "actions",
      header: "Actions",
      enableSorting: false,
      meta: { isUnlabelled: true, align: "right" },
      cell: ({ row }) => (
        <Button size="sm" variant="danger" onClick={() => onDelete(row.original)}>
          Delete<span className="sr-only"> API key {row.original.label}</span>
        </Button>
      ),
    },
  ];
}

function Moment({ value }: { value: string | null }) {
  return value ? <Time value={value} form="relative" /> : <span className="text-muted">Never</span>;
}

/** On or off at once; it goes back when the service refuses. */
function KeySwitch({ apiKey }: { apiKey: ApiKeyRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (isActive: boolean) =>
      api<ApiKeyRecord>("PUT", `/v1/api-keys/${apiKey.id}`, {
        body: { status: isActive ? "active" : "inactive" },
      }),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  return (
    <Checkbox
      isSwitch
      isLabelHidden
      label={`Active: API key ${apiKey.label}`}
      checked={change.isPending ? change.variables : apiKey.status === "active"}
      onChange={({ target }) => change.mutate(target.checked)}
      className="justify-end sm:justify-start"
    />
  );
}
