"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { OrchestratorKeyIssued } from "@/server/platforms/orchestrators/schema";
import { Form } from "../../forms/form";
import { TextField } from "../../forms/form-fields";
import { MakeAndShow } from "../../forms/make-and-show";
import { KeyShownOnce } from "../../forms/shown-once";
import { submitting } from "../../forms/submitting";
import { useMerchant } from "../../session/merchant";

/** A button that asks for a name, makes a key, and shows it once. */
export function NewKey() {
  return (
    <MakeAndShow
      title="New key"
      description="It is shown once, when it is made."
      form={(close, onMade) => <NewKeyForm onCancel={close} onIssued={onMade} />}
      shown={(value, close) => (
        <KeyShownOnce value={value} what="Orchestrator key" undo="revokes" onDone={close} />
      )}
    />
  );
}

function NewKeyForm({ onCancel, onIssued }: { onCancel: () => void; onIssued: (key: string) => void }) {
  const { api } = useMerchant();
  const form = useForm({ defaultValues: { label: "" } });
  const issue = useMutation({
    mutationFn: (label: string) =>
      api<OrchestratorKeyIssued>("POST", "/v2/orchestrators/keys", { body: { label } }),
  });
  const send = submitting(form, async ({ label }) =>
    onIssued((await issue.mutateAsync(label.trim())).rawKey),
  );
  return (
    <Form form={form} onSubmit={send} submit="Make key" onCancel={onCancel}>
      <TextField
        label="Name"
        hint="Such as the server that uses it."
        form={form}
        name="label"
        maxLength={100}
      />
    </Form>
  );
}
