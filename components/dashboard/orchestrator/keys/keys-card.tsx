"use client";

import { useState } from "react";
import { KeyRound } from "@/components/icons/icons";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { OrchestratorKey } from "@/server/platforms/orchestrators/schema";
import { actionsColumn } from "../../lists/actions-column";
import { ListTable } from "../../lists/list-table";
import { useKeys } from "../queries";
import { NewKey } from "./new-key";
import { RevokeKey } from "./revoke-key";
import { RotateKey } from "./rotate-key";

const STATES: Record<OrchestratorKey["status"], { name: string; tone: Tone }> = {
  active: { name: "Active", tone: "positive" },
  expired: { name: "Expired", tone: "neutral" },
  revoked: { name: "Revoked", tone: "neutral" },
};

/** Secrets of the partner's servers. Only enough of them is shown to tell them apart. */
export function KeysCard() {
  const keys = useKeys();
  const [task, setTask] = useState<{ kind: "rotate" | "revoke"; key: OrchestratorKey } | null>(null);
  const close = () => setTask(null);
  return (
    <Card
      title="Keys"
      description="For your servers, in the header x-orchestrator-key. Several can work at the same time."
      action={<NewKey />}
    >
      <ListTable<OrchestratorKey>
        label="Keys"
        rows={keys.data?.keys}
        rowId={({ id }) => id}
        reading={keys}
        empty={<EmptyState icon={<KeyRound />} title="No key" />}
        columns={[
          {
            accessorKey: "label",
            header: "Name",
            cell: ({ row: { original } }) => (
              <span className="font-medium wrap-anywhere">{original.label}</span>
            ),
          },
          {
            id: "key",
            header: "Key",
            cell: ({ row: { original } }) => (
              <span className="font-mono text-xs">
                {original.keyPrefix}…{original.last4}
              </span>
            ),
          },
          {
            accessorKey: "createdAt",
            header: "Created",
            cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
          },
          {
            accessorKey: "lastUsedAt",
            header: "Last used",
            cell: ({ row: { original } }) =>
              original.lastUsedAt ? (
                <Time value={original.lastUsedAt} form="relative" />
              ) : (
                <span className="text-muted">Never</span>
              ),
          },
          {
            accessorKey: "status",
            header: "State",
            cell: ({ row: { original } }) => <KeyState orchestratorKey={original} />,
          },
          actionsColumn(
            (row) =>
              row.status === "active" && (
                <div className="flex justify-end gap-2 pt-2 sm:pt-0">
                  {row.expiresAt === null && (
                    <Button size="sm" variant="ghost" onClick={() => setTask({ kind: "rotate", key: row })}>
                      Rotate<span className="sr-only"> key {row.label}</span>
                    </Button>
                  )}
                  <Button size="sm" variant="danger" onClick={() => setTask({ kind: "revoke", key: row })}>
                    Revoke<span className="sr-only"> key {row.label}</span>
                  </Button>
                </div>
              ),
          ),
        ]}
      />
      {task?.kind === "rotate" && <RotateKey orchestratorKey={task.key} onClose={close} />}
      {task?.kind === "revoke" && <RevokeKey orchestratorKey={task.key} onClose={close} />}
    </Card>
  );
}

function KeyState({ orchestratorKey: { status, expiresAt } }: { orchestratorKey: OrchestratorKey }) {
  if (status === "active" && expiresAt !== null) {
    return (
      <Badge tone="warning">
        Replaced, ends <Time value={expiresAt} form="relative" />
      </Badge>
    );
  }
  return <Badge tone={STATES[status].tone}>{STATES[status].name}</Badge>;
}
