"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { TestSent } from "@/server/webhooks/schema";
import { messageOf } from "../api/api-failure";

interface TestEventDialogProps {
  /** Where the event goes. */
  description: string;
  /** The events to choose from. */
  events: readonly string[];
  /** The one that is chosen at first. */
  initial: string;
  send: (eventType: string) => Promise<TestSent>;
  onClose: () => void;
}

/** Asks which event to send with made-up content, sends it, and says how it went. */
export function TestEventDialog({ description, events, initial, send, onClose }: TestEventDialogProps) {
  const toast = useToast();
  const [event, setEvent] = useState(initial);
  const test = useMutation({
    mutationFn: () => send(event),
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
    <Dialog isOpen onClose={onClose} title="Send a test event" description={description}>
      <form onSubmit={submit} className="grid gap-5">
        <Field label="Event">
          {(control) => (
            <Select
              {...control}
              value={event}
              onChange={({ target }) => setEvent(target.value)}
              options={events.map((name) => ({ value: name, label: name }))}
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
