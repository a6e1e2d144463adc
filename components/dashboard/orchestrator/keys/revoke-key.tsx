import type { OrchestratorKey } from "@/server/platforms/orchestrators/schema";
import { ConfirmChange } from "../../forms/confirm-change";

/** Asks once more, then refuses the key for ever. */
export function RevokeKey(props: { orchestratorKey: OrchestratorKey; onClose: () => void }) {
  const { orchestratorKey, onClose } = props;
  return (
    <ConfirmChange
      operation="revokeOrchestratorKey"
      onClose={onClose}
      title={`Revoke ${orchestratorKey.label}?`}
      confirm="Revoke"
      change={(api) => api("DELETE", `/v2/orchestrators/keys/${orchestratorKey.id}`)}
      done={`Key "${orchestratorKey.label}" revoked.`}
    >
      Servers that use this key are refused at once. This cannot be undone; links that exist already can still
      be paid.
    </ConfirmChange>
  );
}
