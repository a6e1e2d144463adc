"use client";

import { useState } from "react";
import { Webhook } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { ListTable } from "../lists/list-table";
import { useClientIds, useWebhooks } from "../queries";
import { AddWebhook } from "./add-webhook";
import { useWebhookColumns } from "./columns";
import { DeleteWebhook } from "./delete-webhook";
import { DisabledWebhooks } from "./disabled-webhooks";
import { EditWebhook } from "./edit-webhook";
import { RotateSecret } from "./rotate-secret";
import type { WebhookTask } from "./row-menu";
import { TestWebhook } from "./test-webhook";

/** Where the merchant's servers hear of payments. */
export function WebhooksCard() {
  const webhooks = useWebhooks();
  const { data: clientIds } = useClientIds();
  const [task, setTask] = useState<{ kind: WebhookTask; webhook: WebhookRecord } | null>(null);
  const columns = useWebhookColumns(clientIds ?? [], (kind, webhook) => setTask({ kind, webhook }));
  const close = () => setTask(null);
  return (
    <Card
      title="Webhooks"
      description="Your server is called, with a signature, whenever a payment changes."
      action={<AddWebhook />}
    >
      <div className="mb-4 empty:hidden">
        <DisabledWebhooks />
      </div>
      <ListTable
        label="Webhooks"
        columns={columns}
        rows={webhooks.data}
        rowId={({ id }) => id}
        reading={webhooks}
        empty={
          <EmptyState icon={<Webhook />} title="No webhook yet">
            Add the address of your server to hear of each payment within seconds.
          </EmptyState>
        }
      />
      {task?.kind === "test" && <TestWebhook webhook={task.webhook} onClose={close} />}
      {task?.kind === "edit" && <EditWebhook webhook={task.webhook} onClose={close} />}
      {task?.kind === "rotate" && <RotateSecret webhook={task.webhook} onClose={close} />}
      {task?.kind === "delete" && <DeleteWebhook webhook={task.webhook} onClose={close} />}
    </Card>
  );
}
