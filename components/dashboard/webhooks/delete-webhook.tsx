import type { WebhookRecord } from "@/server/webhooks/schema";
import { ConfirmChange } from "../forms/confirm-change";

/** Asks once more, then deletes. */
export function DeleteWebhook({ webhook, onClose }: { webhook: WebhookRecord; onClose: () => void }) {
  return (
    <ConfirmChange
      operation="deleteWebhook"
      onClose={onClose}
      title="Delete this webhook?"
      confirm="Delete"
      change={(api) => api("DELETE", `/v1/webhook/${webhook.id}`)}
      done="Webhook deleted."
    >
      <span className="font-mono text-xs break-all">{webhook.url}</span> is not called any more. What still
      waits to be delivered there is dropped.
    </ConfirmChange>
  );
}
