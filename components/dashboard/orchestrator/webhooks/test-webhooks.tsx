"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { TestOrchestratorWebhookBody, type TestSent } from "@/server/webhooks/schema";
import { messageOf } from "../../api-failure";
import { useMerchant } from "../../session/merchant";

const EVENTS = TestOrchestratorWebhookBody.shape.eventType.options;
const FIRST = "client_id.linked";

/** Sends an event with made-up content to every active webhook of the orchestrator. */
export function TestOrchestratorWebhooks() {
  const { api } = useMerchant();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [event, setEvent] = useState<string>(FIRST);
  const test = useMutation({
    mutationFn: () =>
      api<TestSent>("POST", "/v2/orchestrators/webhooks/test", { body: { eventType: event } }),
    onSuccess: ({ sent, failed }) => {
      setOpen(false);
      if (failed > 0) toast(`${failed} of ${sent + failed} webhooks cannot be called.`, "danger");
      else toast("Test event sent. The answer shows under Deliveries.");
    },
  });
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!test.isPending) test.mutate();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send a test</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Send a test event"
        description="Goes to every active webhook of this partner account, marked as a test."
      >
        <form onSubmit={submit} className="grid gap-5">
          <Field label="Event">
            {(control) => (
              <Select
                {...control}
                value={event}
                onChange={({ target }) => setEvent(target.value)}
                options={EVENTS.map((name) => ({ value: name, label: name }))}
              />
            )}
          </Field>
          {test.isError && <Alert tone="danger">{messageOf(test.error)}</Alert>}
          <div className="flex justify-end gap-3">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={test.isPending}>
              Send test
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
