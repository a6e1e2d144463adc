"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CreateWebhookBody, type WebhookCreated } from "@/server/webhooks/schema";
import { showFailure } from "../api/show-failure";
import { useDashboardConfig } from "../config";
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
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    try {
      const { secret } = await create.mutateAsync(body);
      onCreated(secret);
    } catch (error) {
      showFailure(form, error);
    }
  });
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <Field
        label="URL"
        hint={isLocal ? "HTTPS, or HTTP on this machine." : "HTTPS, reachable from the internet."}
        error={errors.url?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("url")}
            type="url"
            placeholder="https://shop.example/payments"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Client ID" hint="Whose events it hears." error={errors.clientId?.message}>
        {(control) => (
          <Select
            {...control}
            {...form.register("clientId", { setValueAs: (value: string) => value || undefined })}
            options={[
              { value: "", label: "The whole account" },
              ...clientIds
                .filter(({ status }) => status !== "revoked")
                .map(({ clientId, label }) => ({ value: clientId, label })),
            ]}
          />
        )}
      </Field>
      <Field
        label="Retries"
        hint="What happens when your server does not answer with success."
        error={errors.retrySchedule?.message}
      >
        {(control) => <Select {...control} {...form.register("retrySchedule")} options={RETRY_OPTIONS} />}
      </Field>
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
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          Create
        </Button>
      </div>
    </form>
  );
}
