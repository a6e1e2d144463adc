import type { ColumnDef } from "@tanstack/react-table";
import { shorten } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ScheduleHealth, ScheduleRow } from "@/server/dashboard/schedules/schema";
import { useNames } from "../networks";
import { RecordLink, recordName } from "../shared/record-link";
import { type OnScheduleAction, ScheduleMenu } from "./actions/row-menu";
import { FREQUENCY_WORDS, HEALTH_WORDS } from "./schedule-words";

/** Where a schedule is explained. */
export function scheduleHref(id: string): string {
  return `/dashboard/recurring/${id}`;
}

export function HealthBadge({ health }: { health: ScheduleHealth }) {
  const { name, tone } = HEALTH_WORDS[health];
  return (
    <Badge tone={tone} hasDot={health === "active" || health === "late"}>
      {name}
    </Badge>
  );
}

/** Columns of the list of schedules. What merchants typed is text, whatever it looks like. */
export function useScheduleColumns(onAction: OnScheduleAction): ColumnDef<ScheduleRow, unknown>[] {
  const names = useNames();
  return [
    {
      id: "reference",
      header: "Reference",
      meta: { className: "sm:max-w-64" },
      cell: ({ row: { original } }) => (
        <RecordLink href={scheduleHref(original.id)}>
          {recordName(original.reference, original.id)}
        </RecordLink>
      ),
    },
    {
      id: "recipient",
      header: "Recipient",
      cell: ({ row: { original } }) => (
        <span className="font-mono text-xs text-muted" title={original.payee}>
          {shorten(original.payee)}
        </span>
      ),
    },
    {
      id: "amount",
      header: "Instalment",
      meta: { align: "right" },
      cell: ({ row: { original } }) => (
        <span className="block">
          <Amount value={original.amount} unit={original.currency} />
          <span className="block text-xs text-muted">
            {FREQUENCY_WORDS[original.frequency].every} · {names.network(original.network)}
          </span>
        </span>
      ),
    },
    {
      id: "progress",
      header: "Paid",
      cell: ({ row: { original } }) => <Progress row={original} />,
    },
    {
      id: "next",
      header: "Next",
      cell: ({ row: { original } }) =>
        original.nextPaymentDate === null ? (
          <span className="text-muted">—</span>
        ) : (
          <span>
            <Time value={original.nextPaymentDate} form="absolute" />
            <Time value={original.nextPaymentDate} form="relative" className="block text-xs text-muted" />
          </span>
        ),
    },
    {
      id: "health",
      header: "Status",
      meta: { className: "sm:max-w-56" },
      cell: ({ row: { original } }) => (
        <span className="grid justify-items-end gap-1 sm:justify-items-start">
          <HealthBadge health={original.health} />
          {original.reason !== null && <span className="text-xs text-muted">{original.reason}</span>}
        </span>
      ),
    },
    {
      id: "created",
      header: "Created",
      cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { label: "Actions", align: "right", className: "sm:align-middle" },
      cell: ({ row: { original } }) => <ScheduleMenu schedule={original} onAction={onAction} />,
    },
  ];
}

function Progress({ row: { processedPayments, totalPayments } }: { row: ScheduleRow }) {
  return (
    <span className="inline-grid gap-1">
      <span className="tabular-nums whitespace-nowrap">
        {processedPayments} of {totalPayments}
      </span>
      <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${(100 * processedPayments) / totalPayments}%` }}
        />
      </span>
    </span>
  );
}
