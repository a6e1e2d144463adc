"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { makesKeysOfEveryRight } from "@/server/auth/operations/scopes-of-role";
import { Form } from "../forms/form";
import { SelectField, TextField } from "../forms/form-fields";
import { submitting } from "../forms/submitting";
import { useRole } from "../roles/role";
import { BoundFields } from "./bound-fields";
import { BOUND_NAMES, BOUNDS_OF_API, KeyValues, NEW_KEY, type NewKeyBody, newKeyBody } from "./key-values";
import { ScopeChoice } from "./scope-choice";
import type { KeyKind } from "./scope-words";

const LIVES = [
  { value: "", label: "Until it is deleted" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
];

interface KeyFormProps {
  kind: KeyKind;
  /** Makes the key and gives its value. */
  issue: (body: NewKeyBody) => Promise<string>;
  onCancel: () => void;
  onIssued: (value: string) => void;
}

/** Name, life, scopes, networks and limits of a new key. */
export function KeyForm({ kind, issue, onCancel, onIssued }: KeyFormProps) {
  const scopes = makesKeysOfEveryRight(useRole()) ? NEW_KEY.scopes : [];
  const form = useForm<KeyValues>({
    resolver: zodResolver(KeyValues),
    defaultValues: { ...NEW_KEY, scopes },
  });
  const { errors } = form.formState;
  const send = submitting(form, async (values) => onIssued(await issue(newKeyBody(values, Date.now()))), {
    ...BOUNDS_OF_API,
    expiresAt: "days",
  });
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
      <Controller
        control={form.control}
        name="scopes"
        render={({ field }) => (
          <ScopeChoice
            kind={kind}
            value={field.value}
            error={errors.scopes?.message}
            onChange={field.onChange}
          />
        )}
      />
      <Checkbox
        label="Ends with my membership"
        hint="It stops working when you leave this account or are removed from it."
        {...form.register("endsWithMembership")}
      />
      <BoundFields form={form} names={BOUND_NAMES} />
    </Form>
  );
}
