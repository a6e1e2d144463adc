"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { SettingSwitch } from "../forms/setting-switch";
import { actionsColumn } from "../lists/actions-column";
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
    actionsColumn((row) => (
      <Button size="sm" variant="danger" onClick={() => onDelete(row)}>
        Delete<span className="sr-only"> API key {row.label}</span>
      </Button>
    )),
  ];
}

function Moment({ value }: { value: string | null }) {
  return value ? <Time value={value} form="relative" /> : <span className="text-muted">Never</span>;
}

function KeySwitch({ apiKey: { id, label, status } }: { apiKey: ApiKeyRecord }) {
  const { api } = useMerchant();
  return (
    <SettingSwitch
      label={`Active: API key ${label}`}
      isOn={status === "active"}
      save={(isOn) =>
        api<ApiKeyRecord>("PUT", `/v1/api-keys/${id}`, { body: { status: isOn ? "active" : "inactive" } })
      }
    />
  );
}
