"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

/** Where a field belongs. What is wrong with it stands beside it. */
export interface FormFieldProps<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, "register" | "formState" | "getFieldState">;
  name: Path<Values>;
  rules?: RegisterOptions<Values, Path<Values>>;
}

interface Words {
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
}

type TextFieldProps<Values extends FieldValues> = FormFieldProps<Values> &
  Words &
  Omit<ComponentProps<typeof Input>, "form" | "name">;

/** A text of a form; the browser fills in nothing, unless told to. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { form, name, rules, label, hint, isOptional, ...input } = props;
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={wrongWith(props)}>
      {(control) => <Input autoComplete="off" {...control} {...form.register(name, rules)} {...input} />}
    </Field>
  );
}

type SelectFieldProps<Values extends FieldValues> = FormFieldProps<Values> &
  Words &
  Omit<ComponentProps<typeof Select>, "form" | "name">;

/** One of a few values of a form. */
export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { form, name, rules, label, hint, isOptional, ...select } = props;
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={wrongWith(props)}>
      {(control) => <Select {...control} {...form.register(name, rules)} {...select} />}
    </Field>
  );
}

function wrongWith<Values extends FieldValues>({ form, name }: FormFieldProps<Values>): string | undefined {
  return form.getFieldState(name, form.formState).error?.message;
}
