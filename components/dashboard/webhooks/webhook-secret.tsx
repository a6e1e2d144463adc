"use client";

import { Secret } from "@/components/ui/secret";
import { ShownOnce } from "../forms/shown-once";

interface WebhookSecretProps {
  /** 64 hex characters. */
  secret: string;
  onDone: () => void;
}

/** The secret of a webhook, once. */
export function WebhookSecret({ secret, onDone }: WebhookSecretProps) {
  return (
    <ShownOnce
      title="Keep this secret"
      description="Your server checks with it that a call is really from here."
      warning="It is shown only now. Who loses it rotates it and gets another one."
      onDone={onDone}
    >
      <Secret value={secret} what="Webhook secret" />
    </ShownOnce>
  );
}
