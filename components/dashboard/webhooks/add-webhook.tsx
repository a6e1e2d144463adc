"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AddWebhookForm } from "./add-webhook-form";
import { WebhookSecret } from "./webhook-secret";

/** A button that asks for an address, makes the webhook, and shows its secret once. */
export function AddWebhook() {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setSecret(null);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Add webhook
      </Button>
      <Dialog
        isOpen={isOpen && secret === null}
        onClose={close}
        title="Add webhook"
        description="The address is called with a POST for every event. It has to answer within five seconds."
      >
        <AddWebhookForm onCancel={close} onCreated={setSecret} />
      </Dialog>
      {secret !== null && <WebhookSecret secret={secret} onDone={close} />}
    </>
  );
}
