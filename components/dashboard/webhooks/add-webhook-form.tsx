"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { CreateWebhookBody, type WebhookCreated } from "@/server/webhooks/schema";
import { useDashboardConfig } from "../config";
import { Form } from "../forms/form";
import { SelectField, TextField } from "../forms/form-fields";
import { submitting } from "../forms/submitting";
import { useClientIds } from "../queries";
import { useMerchant } from "../session/merchant";
import { EventChoice } from "./event-choice";
import { RETRY_OPTIONS } from "./retry-schedules";

interface AddWebhookFormProps {
  onCancel: () => void;
  onCreated: (secret: string) => void;
}

/** Address, scope and retries of a new webhook. */
export function AddWebhookForm({ onCancel, onCreated }: AddWebhookFormProps) {
  const { api } = useMerchant();
  const { isLocal } = useDashboardConfig();
  const { data: clientIds = [] } = useClientIds();
  const form = useForm<CreateWebhookBody>({
    resolver: zodResolver(CreateWebhookBody),
    defaultValues: { url: "", clientId: undefined, retrySchedule: "standard", events: null },
  });
  const create = useMutation({
    mutationFn: (body: CreateWebhookBody) => api<WebhookCreated>("POST", "/v1/webhook", { body }),
  });
  const send = submitting(form, async (body) => {
    const { secret } = await create.mutateAsync(body);
    onCreated(secret);
  });
  return (
    <Form form={form} onSubmit={send} submit="Create" onCancel={onCancel}>
      <TextField
        label="URL"
        hint={isLocal ? "HTTPS, or HTTP on this machine." : "HTTPS, reachable from the internet."}
        form={form}
        name="url"
        type="url"
        placeholder="https://shop.example/payments"
      />
      <SelectField
        label="Client ID"
        hint="Whose events it hears."
        form={form}
        name="clientId"
        rules={{ setValueAs: (value: string) => value || undefined }}
        options={[
          { value: "", label: "The whole account" },
          ...clientIds
            .filter(({ status }) => status !== "revoked")
            .map(({ clientId, label }) => ({ value: clientId, label })),
        ]}
      />
      <SelectField
        label="Retries"
        hint="What happens when your server does not answer with success."
        form={form}
        name="retrySchedule"
        options={RETRY_OPTIONS}
      />
      <Controller
        control={form.control}
        name="events"
        render={({ field, fieldState }) => (
          <EventChoice
            value={field.value ?? null}
            error={fieldState.error && "Choose one event or more."}
            onChange={field.onChange}
          />
        )}
      />
    </Form>
  );
}
