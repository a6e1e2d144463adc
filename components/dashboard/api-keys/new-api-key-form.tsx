"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { type ApiKeyIssued, IssueApiKeyBody } from "@/server/platforms/api-keys/schema";
import { Form } from "../forms/form";
import { SelectField, TextField } from "../forms/form-fields";
import { submitting } from "../forms/submitting";
import { useMerchant } from "../session/merchant";

const DAY_MS = 24 * 60 * 60 * 1_000;

const LIVES = [
  { value: "", label: "Until it is deleted" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
];

const Values = z.object({
  label: z.string().trim().min(1, "Give it a name").pipe(IssueApiKeyBody.shape.label),
  days: z.string(),
});

interface NewApiKeyFormProps {
  onCancel: () => void;
  onIssued: (value: string) => void;
}

/** Name and life of a new API key. */
export function NewApiKeyForm({ onCancel, onIssued }: NewApiKeyFormProps) {
  const { api } = useMerchant();
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { label: "", days: "" } });
  const issue = useMutation({
    mutationFn: (body: IssueApiKeyBody) => api<ApiKeyIssued>("POST", "/v1/api-keys", { body }),
  });
  const send = submitting(
    form,
    async ({ label, days }) => {
      const expiresAt = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : undefined;
      onIssued((await issue.mutateAsync({ label, expiresAt })).value);
    },
    { expiresAt: "days" },
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
      <SelectField label="Works" form={form} name="days" options={LIVES} />
    </Form>
  );
}
