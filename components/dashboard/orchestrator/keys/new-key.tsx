"use client";

import { useMutation } from "@tanstack/react-query";
import type { OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";
import { MakeAndShow } from "../../forms/make-and-show";
import { KeyShownOnce } from "../../forms/shown-once";
import { KeyForm } from "../../keys/key-form";
import type { NewKeyBody } from "../../keys/key-values";
import { useMerchant } from "../../session/merchant";

/** A button that asks what a key is for, makes it, and shows it once. */
export function NewKey() {
  const { api } = useMerchant();
  const issue = useMutation({
    mutationFn: (body: NewKeyBody) => api<OrchestratorKeyIssued>("POST", "/v2/orchestrators/keys", { body }),
  });
  return (
    <MakeAndShow
      operation="createOrchestratorKey"
      title="New key"
      description="It is shown once, when it is made."
      form={(close, onMade) => (
        <KeyForm
          kind="orchestrator"
          issue={async (body) => (await issue.mutateAsync(body)).rawKey}
          onCancel={close}
          onIssued={onMade}
        />
      )}
      shown={(value, close) => (
        <KeyShownOnce value={value} what="Orchestrator key" undo="revokes" onDone={close} />
      )}
    />
  );
}
