import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { ConfirmChange } from "../forms/confirm-change";

/** Asks once more, then deletes for ever. */
export function DeleteApiKey({ apiKey, onClose }: { apiKey: ApiKeyRecord; onClose: () => void }) {
  return (
    <ConfirmChange
      operation="deleteApiKey"
      onClose={onClose}
      title={`Delete ${apiKey.label}?`}
      confirm="Delete"
      change={(api) => api("DELETE", `/v1/api-keys/${apiKey.id}`)}
      done={`API key "${apiKey.label}" deleted.`}
    >
      Servers that use this key are refused at once. This cannot be undone. To stop it for a while only,
      switch it off instead.
    </ConfirmChange>
  );
}
