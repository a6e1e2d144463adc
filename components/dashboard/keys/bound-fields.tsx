"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { TextField } from "../forms/form-fields";
import type { BoundValues } from "./key-values";

interface BoundFieldsProps<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, "register" | "formState" | "getFieldState">;
  /** The form's names of these fields. */
  names: Record<keyof BoundValues, Path<Values>>;
}

/** From where a key is taken, and how much it may create on a day. */
export function BoundFields<Values extends FieldValues>({ form, names }: BoundFieldsProps<Values>) {
  return (
    <>
      <Field
        label="Only from these IP addresses"
        hint="Addresses or networks, one a line, as 203.0.113.7 or 2001:db8::/32. Empty: from anywhere."
        isOptional
        error={form.getFieldState(names.networks, form.formState).error?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register(names.networks)}
            rows={2}
            spellCheck={false}
            className="font-mono text-xs"
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Most on a day</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Most payments a day"
            isOptional
            form={form}
            name={names.payments}
            inputMode="numeric"
          />
          <TextField label="Most USD a day" isOptional form={form} name={names.usd} inputMode="decimal" />
        </div>
        <p className="text-sm leading-relaxed text-muted">
          Requests, links and payouts count together, with their fees. A day begins at midnight in UTC.
        </p>
      </fieldset>
    </>
  );
}
