"use client";

import { useMutation } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { messageOf } from "../api-failure";
import { useMerchant } from "../session/merchant";
import { RetrySelect } from "./retry-select";
import type { WebhookTask } from "./webhooks-card";

/** Columns of the table of webhooks. */
export function useWebhookColumns(
  clientIds: readonly ClientIdRecord[],
  onTask: (task: WebhookTask, webhook: WebhookRecord) => void,
): ColumnDef<WebhookRecord, unknown>[] {
  const nameOf = (id: string) => clientIds.find(({ clientId }) => clientId === id)?.label ?? id;
  return [
    {
      accessorKey: "url",
      header: "URL",
      meta: { className: "max-w-80" },
      cell: ({ row }) => <span className="font-mono text-xs break-all">{row.original.url}</span>,
    },
    {
      id: "hears",
      header: "Hears",
      enableSorting: false,
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
      cell: ({ row }) => <RetrySelect webhook={row.original} />,
    },
    {
      accessorKey: "isActive",
      header: "Active",
      cell: ({ row }) => (
        <div className="grid gap-1">
          <WebhookSwitch webhook={row.original} />
          <Health webhook={row.original} />
        </div>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      enableSorting: false,
      meta: { isUnlabelled: true, align: "right" },
      cell: ({ row }) => (
        <div className="flex flex-wrap justify-end gap-2 pt-2 sm:pt-0">
          {row.original.isActive && (
            <Button size="sm" variant="ghost" onClick={() => onTask("test", row.original)}>
              Test<span className="sr-only"> {row.original.url}</span>
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => onTask("events", row.original)}>
            Events<span className="sr-only"> of {row.original.url}</span>
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onTask("rotate", row.original)}>
            Rotate secret<span className="sr-only"> of {row.original.url}</span>
          </Button>
          <Button size="sm" variant="danger" onClick={() => onTask("delete", row.original)}>
            Delete<span className="sr-only"> {row.original.url}</span>
          </Button>
        </div>
      ),
    },
  ];
}

function eventsIn(events: readonly string[] | null): string {
  if (events === null) return "all events";
  return events.length === 1 ? String(events[0]) : `${events.length} events`;
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

/** On or off at once; it goes back when the service refuses. */
function WebhookSwitch({ webhook }: { webhook: WebhookRecord }) {
  const { api } = useMerchant();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (isActive: boolean) =>
      api<WebhookRecord>("PUT", `/v1/webhook/${webhook.id}`, { body: { isActive } }),
    onError: (error) => toast(messageOf(error), "danger"),
  });
  const isOn = change.isPending ? change.variables : webhook.isActive;
  return (
    <Checkbox
      isSwitch
      isLabelHidden
      label={`Active: ${webhook.url}`}
      checked={isOn}
      onChange={(event) => change.mutate(event.target.checked)}
      className="justify-end sm:justify-start"
    />
  );
}
