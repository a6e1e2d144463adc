"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Pencil, Repeat, Trash2 } from "@/components/icons/icons";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { SettingSwitch } from "../forms/setting-switch";
import { KeyBoundsCell, KeyNameCell, KeyScopesCell, LastUseCell } from "../keys/key-holds";
import { actionsColumn } from "../lists/actions-column";
import { RowMenu, RowMenuItem } from "../lists/row-menu";
import { useMerchant } from "../session/merchant";

/** What can be done with a key of the list. */
export type KeyTask = "bounds" | "rotate" | "delete";

/** Columns of the table of API keys. */
export function apiKeyColumns(
  onTask: (task: KeyTask, apiKey: ApiKeyRecord) => void,
): ColumnDef<ApiKeyRecord, unknown>[] {
  return [
    {
      accessorKey: "label",
      header: "Name",
      cell: ({ row: { original } }) => <KeyNameCell {...original} start={original.prefix} />,
    },
    {
      id: "scopes",
      header: "May do",
      cell: ({ row }) => <KeyScopesCell apiKey={row.original} kind="account" />,
    },
    {
      id: "bounds",
      header: "Held to",
      cell: ({ row }) => <KeyBoundsCell apiKey={row.original} />,
    },
    {
      accessorKey: "lastUsedAt",
      header: "Last used",
      cell: ({ row }) => <LastUseCell apiKey={row.original} />,
    },
    {
      accessorKey: "expiresAt",
      header: "Ends",
      cell: ({ row }) => <KeyEnd apiKey={row.original} />,
    },
    {
      accessorKey: "status",
      header: "Active",
      cell: ({ row }) => <KeySwitch apiKey={row.original} />,
    },
    actionsColumn((row) => (
      <RowMenu name={`API key ${row.label}`} operations={["updateApiKey", "rotateApiKey", "deleteApiKey"]}>
        <RowMenuItem operation="updateApiKey" onClick={() => onTask("bounds", row)}>
          <Pencil aria-hidden="true" />
          Change limits
        </RowMenuItem>
        {row.replacedAt === null && row.status === "active" && (
          <RowMenuItem operation="rotateApiKey" onClick={() => onTask("rotate", row)}>
            <Repeat aria-hidden="true" />
            Rotate
          </RowMenuItem>
        )}
        <RowMenuItem operation="deleteApiKey" isDangerous onClick={() => onTask("delete", row)}>
          <Trash2 aria-hidden="true" />
          Delete
        </RowMenuItem>
      </RowMenu>
    )),
  ];
}

function KeyEnd({ apiKey: { expiresAt, replacedAt } }: { apiKey: ApiKeyRecord }) {
  if (expiresAt === null) return <span className="text-muted">Never</span>;
  if (replacedAt === null) return <Time value={expiresAt} form="relative" />;
  return (
    <Badge tone="warning">
      Replaced, ends <Time value={expiresAt} form="relative" />
    </Badge>
  );
}

function KeySwitch({ apiKey: { id, label, status } }: { apiKey: ApiKeyRecord }) {
  const { api } = useMerchant();
  return (
    <SettingSwitch
      operation="updateApiKey"
      label={`Active: API key ${label}`}
      isOn={status === "active"}
      save={(isOn) =>
        api<ApiKeyRecord>("PUT", `/v1/api-keys/${id}`, { body: { status: isOn ? "active" : "inactive" } })
      }
    />
  );
}
