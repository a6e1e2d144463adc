"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { SecretRotated, WebhookRecord } from "@/server/webhooks/schema";
import { useMerchant } from "../session/merchant";
import { useWebhookPath } from "./webhook-paths";
import { WebhookSecret } from "./webhook-secret";

/** Asks, makes a new secret, and shows it once. */
export function RotateSecret({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const path = useWebhookPath();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation({
    mutationFn: () => api<SecretRotated>("POST", `${path}/${webhook.id}/rotate-secret`),
    onSuccess: (rotated) => setSecret(rotated.secret),
  });
  if (secret !== null) return <WebhookSecret secret={secret} onDone={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      isDangerous={false}
      onClose={onClose}
      closesWhenDone={false}
      title="Rotate the secret?"
      confirm="Rotate"
      onConfirm={() => rotate.mutateAsync()}
    >
      You get a new secret for <span className="font-mono text-xs break-all">{webhook.url}</span>. For 24
      hours calls are signed with the old one as well, so that your server can change over in peace.
    </ConfirmDialog>
  );
}
