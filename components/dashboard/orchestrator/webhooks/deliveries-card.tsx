"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "../../lists/list-table";
import { deliveryColumns } from "../../webhooks/delivery-columns";
import { DeliveryDetails } from "../../webhooks/delivery-details";
import { useOrchestratorDeliveries, useOrchestratorWebhooks } from "../queries";

/** The newest calls of the partner's webhooks, each of which can be sent again. */
export function OrchestratorDeliveriesCard() {
  const { data: webhooks } = useOrchestratorWebhooks();
  const deliveries = useOrchestratorDeliveries();
  const [shown, setShown] = useState<string | null>(null);
  const urlOf = (id: string) => webhooks?.webhooks.find((webhook) => webhook.id === id)?.url ?? id;
  const columns = deliveryColumns(urlOf);
  const opened = deliveries.data?.deliveries.find(({ id }) => id === shown);
  return (
    <Card title="Deliveries" description="What was sent, what your server answered, and what is tried again.">
      <ListTable
        label="Deliveries"
        rows={deliveries.data?.deliveries}
        rowId={({ id }) => id}
        reading={deliveries}
        empty={<EmptyState title="Nothing delivered yet">The first event shows up here.</EmptyState>}
        columns={[
          ...columns.slice(0, -1),
          {
            id: "details",
            header: "Details",
            meta: { isUnlabelled: true },
            cell: ({ row: { original } }) => (
              <Button size="sm" variant="ghost" onClick={() => setShown(original.id)}>
                Details<span className="sr-only"> of {original.event}</span>
              </Button>
            ),
          },
          ...columns.slice(-1),
        ]}
      />
      {opened && (
        <DeliveryDetails delivery={opened} url={urlOf(opened.webhookId)} onClose={() => setShown(null)} />
      )}
    </Card>
  );
}
