"use client";

import { MakeAndShow } from "../forms/make-and-show";
import { AddWebhookForm } from "./add-webhook-form";
import { WebhookSecret } from "./webhook-secret";

/** A button that asks for an address, makes the webhook, and shows its secret once. */
export function AddWebhook() {
  return (
    <MakeAndShow
      operation="createWebhook"
      title="Add webhook"
      description="The address is called with a POST for every event. It has to answer within five seconds."
      isPrimary
      form={(close, onMade) => <AddWebhookForm onCancel={close} onCreated={onMade} />}
      shown={(secret, close) => <WebhookSecret secret={secret} onDone={close} />}
    />
  );
}
