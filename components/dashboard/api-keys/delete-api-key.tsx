"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { useMerchant } from "../session/merchant";

/** Asks once more, then deletes for ever. */
export function DeleteApiKey({ apiKey, onClose }: { apiKey: ApiKeyRecord; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => api("DELETE", `/v1/api-keys/${apiKey.id}`),
    onSuccess: () => toast(`API key "${apiKey.label}" deleted.`),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete ${apiKey.label}?`}
      confirm="Delete"
      onConfirm={() => remove.mutateAsync()}
    >
      Servers that use this key are refused at once. This cannot be undone. To stop it for a while only,
      switch it off instead.
    </ConfirmDialog>
  );
}
