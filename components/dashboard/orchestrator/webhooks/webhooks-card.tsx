"use client";

import { useState } from "react";
import { Webhook } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { OrchestratorWebhook, WebhookRecord } from "@/server/webhooks/schema";
import { SettingSwitch } from "../../forms/setting-switch";
import { actionsColumn } from "../../lists/actions-column";
import { ListTable } from "../../lists/list-table";
import { Allowed } from "../../roles/allowed";
import { useMerchant } from "../../session/merchant";
import { RotateSecret } from "../../webhooks/rotate-secret";
import { useOrchestratorWebhooks } from "../queries";
import { AddOrchestratorWebhook } from "./add-webhook";
import { TestOrchestratorWebhooks } from "./test-webhooks";

/** Where the partner's servers hear of platforms that link and of wallets that were screened. */
export function OrchestratorWebhooksCard() {
  const webhooks = useOrchestratorWebhooks();
  const [rotated, setRotated] = useState<WebhookRecord | null>(null);
  const hasActive = webhooks.data?.webhooks.some(({ isActive }) => isActive) === true;
  return (
    <Card
      title="Webhooks"
      description="Your server hears when a platform has linked, and how a payer's wallet was screened."
      action={
        <div className="flex flex-wrap gap-3">
          {hasActive && (
            <Allowed to="testOrchestratorWebhook">
              <TestOrchestratorWebhooks />
            </Allowed>
          )}
          <AddOrchestratorWebhook />
        </div>
      }
    >
      <ListTable<WebhookRecord>
        label="Webhooks"
        rows={webhooks.data?.webhooks}
        rowId={({ id }) => id}
        reading={webhooks}
        empty={
          <EmptyState icon={<Webhook />} title="No webhook yet">
            Add the address of your server.
          </EmptyState>
        }
        columns={[
          {
            accessorKey: "url",
            header: "URL",
            meta: { className: "max-w-80" },
            cell: ({ row: { original } }) => (
              <span className="font-mono text-xs break-all">{original.url}</span>
            ),
          },
          {
            accessorKey: "createdAt",
            header: "Created",
            cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
          },
          {
            accessorKey: "isActive",
            header: "Active",
            cell: ({ row: { original } }) => <Switch webhook={original} />,
          },
          actionsColumn((row) => (
            <Allowed to="rotateOrchestratorWebhookSecret">
              <Button size="sm" variant="ghost" onClick={() => setRotated(row)}>
                Rotate secret<span className="sr-only"> of {row.url}</span>
              </Button>
            </Allowed>
          )),
        ]}
      />
      {rotated && <RotateSecret webhook={rotated} onClose={() => setRotated(null)} />}
    </Card>
  );
}

function Switch({ webhook: { id, url, isActive } }: { webhook: WebhookRecord }) {
  const { api } = useMerchant();
  return (
    <SettingSwitch
      operation={isActive ? "deactivateOrchestratorWebhook" : "reactivateOrchestratorWebhook"}
      label={`Active: ${url}`}
      isOn={isActive}
      save={(isOn) => api<OrchestratorWebhook>(isOn ? "PATCH" : "DELETE", `/v2/orchestrators/webhooks/${id}`)}
    />
  );
}
