import type { ColumnDef } from "@tanstack/react-table";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import type { RequestLogEntry } from "@/server/request-log/schema";

export const CREDENTIAL_KINDS: Record<RequestLogEntry["credential"]["kind"], string> = {
  apiKey: "API key",
  clientId: "Client ID",
  orchestrator: "Orchestrator",
  session: "Session",
};

/** Columns of the log of API calls. Paths are what callers sent: text, whatever it looks like. */
export const requestLogColumns = (
  onOpen: (entry: RequestLogEntry) => void,
): ColumnDef<RequestLogEntry, unknown>[] => [
  ...COLUMNS,
  {
    id: "details",
    header: "Details",
    meta: { isUnlabelled: true, align: "right" },
    cell: ({ row: { original } }) => (
      <Button size="sm" variant="ghost" onClick={() => onOpen(original)}>
        Details
        <span className="sr-only">
          {" "}
          of {original.method} {original.path}
        </span>
      </Button>
    ),
  },
];

const COLUMNS: ColumnDef<RequestLogEntry, unknown>[] = [
  {
    id: "call",
    header: "Call",
    meta: { className: "max-w-96" },
    cell: ({ row: { original } }) => (
      <span className="font-mono text-xs break-all">
        <span className="mr-2 font-semibold">{original.method}</span>
        {original.path}
      </span>
    ),
  },
  {
    accessorKey: "status",
    header: "Status",
    enableSorting: false,
    cell: ({ row: { original } }) => <Badge tone={toneOf(original.status)}>{original.status}</Badge>,
  },
  {
    accessorKey: "latencyMs",
    header: "Latency",
    enableSorting: false,
    meta: { align: "right" },
    cell: ({ row: { original } }) => `${Math.round(original.latencyMs)} ms`,
  },
  {
    id: "credential",
    header: "Credential",
    cell: ({ row: { original } }) => (
      <span className="text-sm">
        {CREDENTIAL_KINDS[original.credential.kind]}
        {original.credential.label !== null && (
          <bdi className="block text-xs wrap-anywhere text-muted">{original.credential.label}</bdi>
        )}
      </span>
    ),
  },
  {
    accessorKey: "at",
    header: "Time",
    enableSorting: false,
    cell: ({ row: { original } }) => <Time value={original.at} form="relative" />,
  },
  {
    accessorKey: "requestId",
    header: "Request ID",
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="inline-flex items-center gap-2">
        <span className="font-mono text-xs" title={original.requestId}>
          {original.requestId.slice(0, 8)}
        </span>
        <CopyButton text={original.requestId} what="request ID" />
      </span>
    ),
  },
];

export function toneOf(status: number): Tone {
  if (status >= 500) return "danger";
  return status >= 400 ? "warning" : "positive";
}
