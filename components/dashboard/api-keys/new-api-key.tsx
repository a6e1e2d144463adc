"use client";

import { useMutation } from "@tanstack/react-query";
import type { ApiKeyIssued } from "@/server/platforms/api-keys/schema";
import { MakeAndShow } from "../forms/make-and-show";
import { KeyShownOnce } from "../forms/shown-once";
import { KeyForm } from "../keys/key-form";
import type { NewKeyBody } from "../keys/key-values";
import { useMerchant } from "../session/merchant";

/** A button that asks what a key is for, makes it, and shows it once. */
export function NewApiKey() {
  const { api } = useMerchant();
  const issue = useMutation({
    mutationFn: (body: NewKeyBody) => api<ApiKeyIssued>("POST", "/v1/api-keys", { body }),
  });
  return (
    <MakeAndShow
      operation="createApiKey"
      title="New API key"
      description="It is shown once, when it is made."
      form={(close, onMade) => (
        <KeyForm
          kind="account"
          issue={async (body) => (await issue.mutateAsync(body)).value}
          onCancel={close}
          onIssued={onMade}
        />
      )}
      shown={(value, close) => <KeyShownOnce value={value} what="API key" undo="deletes" onDone={close} />}
    />
  );
}
