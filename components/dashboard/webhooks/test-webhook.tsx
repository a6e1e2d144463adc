"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { type TestSent, TestWebhookBody, type WebhookRecord } from "@/server/webhooks/schema";
import { messageOf } from "../api-failure";
import { useMerchant } from "../session/merchant";

const EVENTS = TestWebhookBody.shape.eventType.options;
const FIRST = "payment.confirmed";

/** Sends an event with made-up content to where this webhook's events go. */
export function TestWebhook({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [event, setEvent] = useState<string>(FIRST);
  const test = useMutation({
    mutationFn: () =>
      api<TestSent>("POST", "/v1/webhook/test", {
        body: { eventType: event, ...(webhook.clientId ? { clientId: webhook.clientId } : {}) },
      }),
    onSuccess: ({ sent, failed }) => {
      onClose();
      if (failed > 0) toast(`${failed} of ${sent + failed} webhooks cannot be called.`, "danger");
      else toast("Test event sent. The answer shows under Deliveries.");
    },
  });
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!test.isPending) test.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Send a test event"
      description={
        webhook.clientId
          ? "Goes to every active webhook of the same client ID, marked as a test."
          : "Goes to every active webhook of the whole account, marked as a test."
      }
    >
      <form onSubmit={submit} className="grid gap-5">
        <Field label="Event">
          {(control) => (
            <Select
              {...control}
              value={event}
              onChange={(changed) => setEvent(changed.target.value)}
              options={EVENTS.map((name) => ({ value: name, label: name }))}
            />
          )}
        </Field>
        {test.isError && <Alert tone="danger">{messageOf(test.error)}</Alert>}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={test.isPending}>
            Send test
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
