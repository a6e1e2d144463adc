"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { WebhookRecord } from "@/server/webhooks/schema";
import { useMerchant } from "../session/merchant";

/** Asks once more, then deletes. */
export function DeleteWebhook({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => api("DELETE", `/v1/webhook/${webhook.id}`),
    onSuccess: () => toast("Webhook deleted."),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete this webhook?"
      confirm="Delete"
      onConfirm={() => remove.mutateAsync()}
    >
      <span className="font-mono text-xs break-all">{webhook.url}</span> is not called any more. What still
      waits to be delivered there is dropped.
    </ConfirmDialog>
  );
}
