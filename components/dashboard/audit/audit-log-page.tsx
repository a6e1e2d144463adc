"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { AuditLog, AuditRecord } from "@/server/dashboard/account/audit-schema";
import { PageFrame } from "../frame/page-frame";
import { Choice } from "../lists/list-fields";
import { MoreRows } from "../lists/list-pages";
import { ListTable } from "../lists/list-table";
import { useGrowingList } from "../lists/use-growing-list";
import { actionInWords, actorInWords, nameInWords, SUBJECTS, valueInWords } from "./audit-words";

const KINDS = [
  { value: "", label: "Everything" },
  ...Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
];

/** Who changed what of the account, newest first. Nothing is ever removed from it. */
export function AuditLogPage() {
  const [subject, setSubject] = useState("");
  const log = useGrowingList<AuditLog>(["audit-log"], "/v1/dashboard/audit-log", { subject });
  return (
    <PageFrame operation="listAuditLog" title="Audit log" isStill>
      <Card
        title="Changes"
        description="Who changed what of this account, newest first. Nothing is ever removed from it."
      >
        <search className="mb-5 grid gap-3 sm:max-w-xs">
          <Choice label="Changes of" value={subject} options={KINDS} onChange={setSubject} />
        </search>
        <ListTable
          label="Audit log"
          columns={COLUMNS}
          rows={log.data?.pages.flatMap(({ entries }) => entries)}
          rowId={({ id }) => id}
          reading={log}
          empty={
            <EmptyState title={subject === "" ? "No changes yet" : "No changes of this kind"}>
              Keys, destinations, webhooks and other settings leave a line here when they change.
            </EmptyState>
          }
        />
        <MoreRows list={log} />
      </Card>
    </PageFrame>
  );
}

const COLUMNS: ColumnDef<AuditRecord, unknown>[] = [
  {
    id: "at",
    header: "Time",
    meta: { className: "whitespace-nowrap" },
    cell: ({ row: { original } }) => <Time value={original.at} form="absolute" />,
  },
  {
    id: "change",
    header: "Change",
    cell: ({ row: { original } }) => (
      <span className="text-sm">
        {actionInWords(original.action)}
        <span className="block font-mono text-xs break-all text-muted">{original.subject}</span>
      </span>
    ),
  },
  {
    id: "details",
    header: "Details",
    meta: { className: "max-w-96" },
    cell: ({ row: { original } }) => <Details details={original.details} />,
  },
  {
    id: "actor",
    header: "By",
    cell: ({ row: { original } }) => (
      <span className="text-sm">
        {actorInWords(original.actor)}
        {[original.actor.label, original.ip].map(
          (line) =>
            line !== null && (
              <bdi key={line} className="block text-xs wrap-anywhere text-muted">
                {line}
              </bdi>
            ),
        )}
      </span>
    ),
  },
];

function Details({ details }: { details: AuditRecord["details"] }) {
  const entries = Object.entries(details);
  if (entries.length === 0) return <span className="text-muted">—</span>;
  return (
    <dl className="text-xs">
      {entries.map(([name, value]) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-muted">{nameInWords(name)}: </dt>
          <dd className="inline">
            <bdi>{valueInWords(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
