"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { ClientIdRecord } from "@/server/platforms/client-ids/schema";
import { useMerchant } from "../session/merchant";

/** Asks once more, then revokes for ever. */
export function RevokeClientId({ client, onClose }: { client: ClientIdRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: () => api("DELETE", `/v1/client-ids/${client.id}`),
    onSuccess: () => toast(`Client ID "${client.label}" revoked.`),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revoke ${client.label}?`}
      confirm="Revoke"
      onConfirm={() => revoke.mutateAsync()}
    >
      Everything that uses this client ID is refused from now on. This cannot be undone; links that exist
      already can still be paid.
    </ConfirmDialog>
  );
}
