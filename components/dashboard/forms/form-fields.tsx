"use client";

import type { ComponentProps, ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

/** What a form sets itself. */
type OwnProps = "name" | "onChange" | "onBlur" | "ref";

interface FormFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  /** What `register` of the form gave. */
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

type TextFieldProps = FormFieldProps & Omit<ComponentProps<typeof Input>, OwnProps>;

/** A text of a form; the browser fills in nothing, unless told to. */
export function TextField({ label, hint, isOptional, field, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={error}>
      {(control) => <Input autoComplete="off" {...control} {...field} {...input} />}
    </Field>
  );
}

type SelectFieldProps = FormFieldProps & Omit<ComponentProps<typeof Select>, OwnProps>;

/** One of a few values of a form. */
export function SelectField({ label, hint, isOptional, field, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={error}>
      {(control) => <Select {...control} {...field} {...select} />}
    </Field>
  );
}
