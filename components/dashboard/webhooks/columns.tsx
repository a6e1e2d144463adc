"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { SettingSwitch } from "../forms/setting-switch";
import { useMerchant } from "../session/merchant";
import { RETRY_OPTIONS } from "./retry-schedules";
import { type OnWebhookTask, WebhookMenu } from "./row-menu";

/** Columns of the table of webhooks. */
export function useWebhookColumns(
  clientIds: readonly ClientIdRecord[],
  onTask: OnWebhookTask,
): ColumnDef<WebhookRecord, unknown>[] {
  const nameOf = (id: string) => clientIds.find(({ clientId }) => clientId === id)?.label ?? id;
  return [
    {
      accessorKey: "url",
      header: "URL",
      meta: { className: "sm:max-w-md" },
      cell: ({ row: { original } }) => (
        <span className="grid justify-items-end gap-1.5 sm:justify-items-start">
          <span className="font-mono text-xs break-all">{original.url}</span>
          <Health webhook={original} />
        </span>
      ),
    },
    {
      id: "hears",
      header: "Hears",
      cell: ({ row: { original } }) => (
        <>
          {original.clientId ? nameOf(original.clientId) : "The whole account"}
          <span className="block text-xs text-muted" title={original.events?.join(", ")}>
            {eventsIn(original.events)}
          </span>
        </>
      ),
    },
    {
      accessorKey: "createdAt",
      header: "Created",
      meta: { className: "sm:min-w-28" },
      cell: ({ row }) => (
        <>
          <Time value={row.original.createdAt} form="date" />
          {row.original.previousSecretUntil && (
            <span className="block text-xs text-muted">
              old secret until <Time value={row.original.previousSecretUntil} form="absolute" />
            </span>
          )}
        </>
      ),
    },
    {
      accessorKey: "retrySchedule",
      header: "Retries",
      enableSorting: false,
      meta: { className: "sm:whitespace-nowrap" },
      cell: ({ row: { original } }) => <Retries webhook={original} />,
    },
    {
      accessorKey: "isActive",
      header: "Active",
      cell: ({ row }) => <WebhookSwitch webhook={row.original} />,
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { label: "Actions", align: "right" },
      cell: ({ row }) => <WebhookMenu webhook={row.original} onTask={onTask} />,
    },
  ];
}

function eventsIn(events: readonly string[] | null): string {
  if (events === null) return "all events";
  return events.length === 1 ? String(events[0]) : `${events.length} events`;
}

/** As "10 attempts" above "in three days". */
function Retries({ webhook: { retrySchedule } }: { webhook: WebhookRecord }) {
  const option = RETRY_OPTIONS.find(({ value }) => value === retrySchedule);
  if (!option) return retrySchedule;
  return (
    <>
      {option.attempts}
      <span className="block text-xs text-muted">{option.within}</span>
    </>
  );
}

/** Nothing for one that is well, which most are. */
function Health({ webhook: { isActive, disabledAt, failingSince } }: { webhook: WebhookRecord }) {
  if (!isActive && disabledAt) return <Badge tone="danger">Switched off by failures</Badge>;
  if (!isActive || !failingSince) return null;
  return (
    <Badge tone="warning">
      Failing since <Time value={failingSince} form="date" />
    </Badge>
  );
}

function WebhookSwitch({ webhook: { id, url, isActive } }: { webhook: WebhookRecord }) {
  const { api } = useMerchant();
  return (
    <SettingSwitch
      operation="updateWebhook"
      label={`Active: ${url}`}
      isOn={isActive}
      save={(isOn) => api<WebhookRecord>("PUT", `/v1/webhook/${id}`, { body: { isActive: isOn } })}
    />
  );
}
