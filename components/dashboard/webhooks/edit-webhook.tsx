"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { UpdateWebhookBody, WebhookRecord } from "@/server/webhooks/schema";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";
import { EventChoice } from "./event-choice";
import { RETRY_OPTIONS } from "./retry-schedules";

type Events = NonNullable<UpdateWebhookBody["events"]> | null;
type RetrySchedule = NonNullable<UpdateWebhookBody["retrySchedule"]>;

/** Changes what a webhook hears from now on, and how it is tried again. */
export function EditWebhook({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  // The service lists events by the names that it takes.
  const [events, setEvents] = useState(webhook.events as Events);
  const [retrySchedule, setRetrySchedule] = useState(webhook.retrySchedule);
  const change = useMutation({
    mutationFn: (body: UpdateWebhookBody) => api<WebhookRecord>("PUT", `/v1/webhook/${webhook.id}`, { body }),
    onSuccess: () => {
      onClose();
      toast("Webhook changed. What is on its way already still arrives.");
    },
  });
  const submit = () => {
    if (events?.length === 0) return;
    // What was left alone is not sent: somebody else may be changing it.
    const body: UpdateWebhookBody = {
      ...(retrySchedule !== webhook.retrySchedule && { retrySchedule }),
      ...(!isSame(events, webhook.events) && { events }),
    };
    if (Object.keys(body).length === 0) onClose();
    else change.mutate(body);
  };
  return (
    <Dialog isOpen onClose={onClose} title="Edit webhook" description={webhook.url}>
      <MutationForm mutation={change} onSubmit={submit} submit="Save" onCancel={onClose}>
        <Field label="Retries" hint="What happens when your server does not answer with success.">
          {(control) => (
            <Select
              {...control}
              value={retrySchedule}
              // The options are the names that the service takes.
              onChange={({ target }) => setRetrySchedule(target.value as RetrySchedule)}
              options={RETRY_OPTIONS}
            />
          )}
        </Field>
        <EventChoice
          value={events}
          error={events?.length === 0 ? "Choose one event or more, or switch the webhook off." : undefined}
          onChange={setEvents}
        />
      </MutationForm>
    </Dialog>
  );
}

function isSame(chosen: readonly string[] | null, stored: readonly string[] | null): boolean {
  if (chosen === null || stored === null) return chosen === stored;
  return chosen.length === stored.length && chosen.every((name) => stored.includes(name));
}
