"use client";

import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";
import type { RequestLogEntry } from "@/server/request-log/schema";
import { CREDENTIAL_KINDS, toneOf } from "./request-log-columns";

/** Everything that is kept of a call. Bodies and queries are not: they hold what belongs to nobody else. */
export function CallDetails({ call, onClose }: { call: RequestLogEntry; onClose: () => void }) {
  const { credential } = call;
  const facts: [name: string, value: React.ReactNode][] = [
    [
      "Status",
      <Badge key="status" tone={toneOf(call.status)}>{`${call.status} ${meaningOf(call.status)}`}</Badge>,
    ],
    [
      "Operation",
      <Link
        key="operation"
        href={`/docs#${call.operation}`}
        prefetch={false}
        className="text-accent underline underline-offset-4"
      >
        {call.operation}
      </Link>,
    ],
    ["Time", <Time key="time" value={call.at} form="absolute" />],
    ["Latency", `${call.latencyMs} ms`],
    ["Credential", `${CREDENTIAL_KINDS[credential.kind]}${credential.label ? `: ${credential.label}` : ""}`],
    ["From", call.ip ?? "forgotten by now"],
    [
      "Request ID",
      <span key="id" className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-xs break-all">{call.requestId}</span>
        <CopyButton text={call.requestId} what="request ID" />
      </span>,
    ],
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Call"
      description="Bodies and queries of calls are not kept. With the request ID the operator finds the call in the log of the service."
    >
      <p className="mb-4 font-mono text-sm break-all">
        <span className="mr-2 font-semibold">{call.method}</span>
        {call.path}
      </p>
      <dl className="border-t border-line text-sm">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[7rem_1fr] gap-3 border-b border-dashed border-line py-2.5"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function meaningOf(status: number): string {
  if (status >= 500) return "failed here";
  if (status === 401 || status === 403) return "not allowed";
  if (status === 429) return "too many calls";
  return status >= 400 ? "refused" : "succeeded";
}
