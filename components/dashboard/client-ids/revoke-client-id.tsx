import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { ConfirmChange } from "../forms/confirm-change";

/** Asks once more, then revokes for ever. */
export function RevokeClientId({ client, onClose }: { client: ClientIdRecord; onClose: () => void }) {
  return (
    <ConfirmChange
      operation="revokeClientIdSession"
      onClose={onClose}
      title={`Revoke ${client.label}?`}
      confirm="Revoke"
      change={(api) => api("DELETE", `/v1/client-ids/${client.id}`)}
      done={`Client ID "${client.label}" revoked.`}
    >
      Everything that uses this client ID is refused from now on. This cannot be undone; links that exist
      already can still be paid.
    </ConfirmChange>
  );
}
