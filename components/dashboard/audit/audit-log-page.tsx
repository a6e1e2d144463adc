"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { Download } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { AuditLog, AuditRecord } from "@/server/dashboard/account/audit-schema";
import { useDashboardConfig } from "../config";
import { PageFrame } from "../frame/page-frame";
import { Choice } from "../lists/list-fields";
import { MoreRows } from "../lists/list-pages";
import { ListTable } from "../lists/list-table";
import { useGrowingList } from "../lists/use-growing-list";
import { actionInWords, actorInWords, personInWords, SUBJECTS } from "./audit-words";
import { WhatChanged } from "./what-changed";

const KINDS = [
  { value: "", label: "Everything" },
  ...Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
];

/** Who changed what of the account, newest first. Nothing is ever removed from it. */
export function AuditLogPage() {
  const [subject, setSubject] = useState("");
  const { apiBase } = useDashboardConfig();
  const log = useGrowingList<AuditLog>(["audit-log"], "/v1/dashboard/audit-log", { subject });
  return (
    <PageFrame operation="listAuditLog" title="Audit log" isStill>
      <Card
        title="Changes"
        description="Who changed what of this account, newest first. Nothing is ever removed from it, and a download shows whether something was: the JSON has all that proves it."
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`${apiBase}/v1/dashboard/audit-log/export`} download size="sm">
              <Download aria-hidden="true" />
              Export CSV
            </ButtonLink>
            <ButtonLink href={`${apiBase}/v1/dashboard/audit-log/chain`} download size="sm">
              <Download aria-hidden="true" />
              Export JSON
            </ButtonLink>
          </div>
        }
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
    header: "What changed",
    meta: { className: "max-w-96" },
    cell: ({ row: { original } }) => <WhatChanged entry={original} />,
  },
  {
    id: "actor",
    header: "By",
    cell: ({ row: { original } }) => (
      <span className="text-sm">
        {actorInWords(original.actor)}
        {[personInWords(original.actor), original.ip].map(
          (line) =>
            line !== null && (
              <bdi key={line} className="block text-xs wrap-anywhere text-muted">
                {line}
              </bdi>
            ),
        )}
        {original.approvalId !== null && (
          <span className="block text-xs wrap-anywhere text-muted">Approved: {original.approvalId}</span>
        )}
      </span>
    ),
  },
];
