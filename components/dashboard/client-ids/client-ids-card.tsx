"use client";

import { useState } from "react";
import { KeyRound } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { ListTable } from "../lists/list-table";
import { useClientIds } from "../queries";
import { Allowed } from "../roles/allowed";
import { ClientIdDetails } from "./client-id-details";
import { type ClientIdTask, useClientIdColumns } from "./columns";
import { EditClientId } from "./edit-client-id";
import { GenerateClientId } from "./generate-client-id";
import { RevokeClientId } from "./revoke-client-id";

/** The account's client IDs: who may make requests in its name, and from where. */
export function ClientIdsCard() {
  const clientIds = useClientIds();
  const [task, setTask] = useState<{ kind: ClientIdTask; client: ClientIdRecord } | null>(null);
  const columns = useClientIdColumns((kind, client) => setTask({ kind, client }));
  const close = () => setTask(null);
  return (
    <Card
      title="Client IDs"
      description="Let a website or a server create payment requests for you, without a secret."
      action={<GenerateClientId />}
    >
      <ListTable
        label="Client IDs"
        columns={columns}
        rows={clientIds.data}
        rowId={({ id }) => id}
        reading={clientIds}
        empty={
          <EmptyState icon={<KeyRound />} title="No client ID yet">
            <Allowed to="createClientIdSession" otherwise="An owner or admin generates them.">
              Generate one when a website or a server of yours is to create payment requests.
            </Allowed>
          </EmptyState>
        }
      />
      {task?.kind === "view" && <ClientIdDetails client={task.client} onClose={close} />}
      {task?.kind === "edit" && <EditClientId client={task.client} onClose={close} />}
      {task?.kind === "revoke" && <RevokeClientId client={task.client} onClose={close} />}
    </Card>
  );
}
