"use client";

import { useState } from "react";
import { KeyRound } from "@/components/icons/icons";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { OrchestratorKey, OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";
import { KeyBoundsCell, KeyNameCell, KeyScopesCell, LastUseCell } from "../../keys/key-holds";
import { RotateKey } from "../../keys/rotate-key";
import { actionsColumn } from "../../lists/actions-column";
import { ListTable } from "../../lists/list-table";
import { Allowed } from "../../roles/allowed";
import { useMerchant } from "../../session/merchant";
import { useKeys } from "../queries";
import { NewKey } from "./new-key";
import { RevokeKey } from "./revoke-key";

const STATES: Record<OrchestratorKey["status"], { name: string; tone: Tone }> = {
  active: { name: "Active", tone: "positive" },
  expired: { name: "Expired", tone: "neutral" },
  revoked: { name: "Revoked", tone: "neutral" },
};

/** Secrets of the partner's servers. Only enough of them is shown to tell them apart. */
export function KeysCard() {
  const keys = useKeys();
  const { api } = useMerchant();
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
            cell: ({ row: { original } }) => <KeyNameCell {...original} start={original.keyPrefix} />,
          },
          {
            id: "scopes",
            header: "May do",
            cell: ({ row: { original } }) => <KeyScopesCell apiKey={original} kind="orchestrator" />,
          },
          {
            id: "bounds",
            header: "Held to",
            cell: ({ row: { original } }) => <KeyBoundsCell apiKey={original} />,
          },
          {
            accessorKey: "lastUsedAt",
            header: "Last used",
            cell: ({ row: { original } }) => <LastUseCell apiKey={original} />,
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
                  {row.replacedAt === null && (
                    <Allowed to="rotateOrchestratorKey">
                      <Button size="sm" variant="ghost" onClick={() => setTask({ kind: "rotate", key: row })}>
                        Rotate<span className="sr-only"> key {row.label}</span>
                      </Button>
                    </Allowed>
                  )}
                  <Allowed to="revokeOrchestratorKey">
                    <Button size="sm" variant="danger" onClick={() => setTask({ kind: "revoke", key: row })}>
                      Revoke<span className="sr-only"> key {row.label}</span>
                    </Button>
                  </Allowed>
                </div>
              ),
          ),
        ]}
      />
      {task?.kind === "rotate" && (
        <RotateKey
          label={task.key.label}
          what="Orchestrator key"
          undo="revokes"
          rotate={async (body) =>
            (
              await api<OrchestratorKeyIssued>("POST", `/v2/orchestrators/keys/${task.key.id}/rotate`, {
                body,
              })
            ).rawKey
          }
          onClose={close}
        />
      )}
      {task?.kind === "revoke" && <RevokeKey orchestratorKey={task.key} onClose={close} />}
    </Card>
  );
}

function KeyState({ orchestratorKey }: { orchestratorKey: OrchestratorKey }) {
  const { status, expiresAt, replacedAt } = orchestratorKey;
  if (status === "active" && expiresAt !== null) {
    return (
      <Badge tone={replacedAt === null ? "neutral" : "warning"}>
        {replacedAt === null ? "Ends" : "Replaced, ends"} <Time value={expiresAt} form="relative" />
      </Badge>
    );
  }
  return <Badge tone={STATES[status].tone}>{STATES[status].name}</Badge>;
}
