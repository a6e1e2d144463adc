"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { UpdateWebhookBody, WebhookRecord } from "@/server/webhooks/schema";
import { messageOf } from "../../api-failure";
import { useMerchant } from "../../session/merchant";
import { EventChoice } from "./event-choice";

type Events = NonNullable<UpdateWebhookBody["events"]> | null;

/** Chooses what a webhook hears from now on. */
export function ChooseEvents({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  // The service lists events by the names that it takes.
  const [events, setEvents] = useState(webhook.events as Events);
  const change = useMutation({
    mutationFn: () => api<WebhookRecord>("PUT", `/v1/webhook/${webhook.id}`, { body: { events } }),
    onSuccess: () => {
      onClose();
      toast("Events chosen. What is on its way already still arrives.");
    },
  });
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!change.isPending && events?.length !== 0) change.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Choose events" description={webhook.url}>
      <form onSubmit={submit} className="grid gap-5">
        <EventChoice
          value={events}
          error={events?.length === 0 ? "Choose one event or more, or switch the webhook off." : undefined}
          onChange={setEvents}
        />
        {change.isError && <Alert tone="danger">{messageOf(change.error)}</Alert>}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
