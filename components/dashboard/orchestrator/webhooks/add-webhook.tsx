"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { OrchestratorWebhookCreated } from "@/server/webhooks/schema";
import { useDashboardConfig } from "../../config";
import { Form } from "../../forms/form";
import { TextField } from "../../forms/form-fields";
import { MakeAndShow } from "../../forms/make-and-show";
import { submitting } from "../../forms/submitting";
import { useMerchant } from "../../session/merchant";
import { WebhookSecret } from "../../webhooks/webhook-secret";

/** A button that asks for an address, makes the webhook, and shows its secret once. */
export function AddOrchestratorWebhook() {
  return (
    <MakeAndShow
      operation="createOrchestratorWebhook"
      title="Add webhook"
      description="The address is called with a POST for every event. It has to answer within five seconds."
      isPrimary
      form={(close, onMade) => <WebhookForm onCancel={close} onCreated={onMade} />}
      shown={(secret, close) => <WebhookSecret secret={secret} onDone={close} />}
    />
  );
}

function WebhookForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: (secret: string) => void }) {
  const { api } = useMerchant();
  const { isLocal } = useDashboardConfig();
  const form = useForm({ defaultValues: { url: "" } });
  const create = useMutation({
    mutationFn: (url: string) =>
      api<OrchestratorWebhookCreated>("POST", "/v2/orchestrators/webhooks", { body: { url } }),
  });
  const send = submitting(form, async ({ url }) => onCreated((await create.mutateAsync(url.trim())).secret));
  return (
    <Form form={form} onSubmit={send} submit="Create" onCancel={onCancel}>
      <TextField
        label="URL"
        hint={isLocal ? "HTTPS, or HTTP on this machine." : "HTTPS, reachable from the internet."}
        form={form}
        name="url"
        type="url"
        placeholder="https://partner.example/events"
      />
    </Form>
  );
}
