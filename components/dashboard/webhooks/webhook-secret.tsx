"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";

interface WebhookSecretProps {
  /** 64 hex characters. */
  secret: string;
  onDone: () => void;
}

/** The secret, once. Only "Done" leads on, so that nobody loses it by a stray key. */
export function WebhookSecret({ secret, onDone }: WebhookSecretProps) {
  return (
    <Dialog
      isOpen
      title="Keep this secret"
      description="Your server checks with it that a call is really from here."
      footer={
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <Alert tone="warning">It is shown only now. Who loses it rotates it and gets another one.</Alert>
        <Secret value={secret} what="Webhook secret" />
      </div>
    </Dialog>
  );
}
