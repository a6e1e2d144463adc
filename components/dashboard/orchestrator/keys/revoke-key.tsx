"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { OrchestratorKey } from "@/server/platforms/orchestrators/schema";
import { useMerchant } from "../../session/merchant";

/** Asks once more, then refuses the key for ever. */
export function RevokeKey(props: { orchestratorKey: OrchestratorKey; onClose: () => void }) {
  const { orchestratorKey, onClose } = props;
  const { api } = useMerchant();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: () => api("DELETE", `/v2/orchestrators/keys/${orchestratorKey.id}`),
    onSuccess: () => toast(`Key "${orchestratorKey.label}" revoked.`),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revoke ${orchestratorKey.label}?`}
      confirm="Revoke"
      onConfirm={() => revoke.mutateAsync()}
    >
      Servers that use this key are refused at once. This cannot be undone; links that exist already can still
      be paid.
    </ConfirmDialog>
  );
}
