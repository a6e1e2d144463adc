"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type ApiKeyIssued, IssueApiKeyBody } from "@/server/platforms/api-keys/schema";
import { showFailure } from "../api/show-failure";
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
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ label, days }) => {
    const expiresAt = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : undefined;
    try {
      onIssued((await issue.mutateAsync({ label, expiresAt })).value);
    } catch (error) {
      showFailure(form, error, { expiresAt: "days" });
    }
  });
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <Field label="Name" hint="Such as the server that uses it." error={errors.label?.message}>
        {(control) => <Input {...control} {...form.register("label")} maxLength={100} autoComplete="off" />}
      </Field>
      <Field label="Works" error={errors.days?.message}>
        {(control) => <Select {...control} {...form.register("days")} options={LIVES} />}
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          Make key
        </Button>
      </div>
    </form>
  );
}
