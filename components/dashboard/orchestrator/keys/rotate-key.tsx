"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { OrchestratorKey, OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";
import { KeyShownOnce } from "../../forms/shown-once";
import { useMerchant } from "../../session/merchant";

/** Asks, makes a key in the place of one, and shows it once. */
export function RotateKey(props: { orchestratorKey: OrchestratorKey; onClose: () => void }) {
  const { orchestratorKey, onClose } = props;
  const { api } = useMerchant();
  const [value, setValue] = useState<string | null>(null);
  const rotate = useMutation({
    mutationFn: () =>
      api<OrchestratorKeyIssued>("POST", `/v2/orchestrators/keys/${orchestratorKey.id}/rotate`),
    onSuccess: ({ rawKey }) => setValue(rawKey),
  });
  if (value !== null)
    return <KeyShownOnce value={value} what="Orchestrator key" undo="revokes" onDone={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      isDangerous={false}
      onClose={onClose}
      closesWhenDone={false}
      title={`Rotate ${orchestratorKey.label}?`}
      confirm="Rotate"
      onConfirm={() => rotate.mutateAsync()}
    >
      You get a new key under the same name. The old one still works for 24 hours, so that your server can
      change over in peace.
    </ConfirmDialog>
  );
}
