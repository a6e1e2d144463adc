"use client";

import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { NetworkChoice } from "../config";

interface FormFieldProps {
  /** What `register` of the form gave. */
  field: UseFormRegisterReturn;
  error: string | undefined;
}

interface AddressFieldProps extends FormFieldProps {
  label: string;
  hint?: string;
  isOptional?: boolean;
}

/** A wallet's address: typed or pasted, never corrected by the browser. */
export function AddressField({ field, error, ...rest }: AddressFieldProps) {
  return (
    <Field {...rest} error={error}>
      {(control) => (
        <Input {...control} {...field} autoComplete="off" spellCheck={false} className="font-mono text-xs" />
      )}
    </Field>
  );
}

/** The network that is paid on. */
export function NetworkField({
  field,
  error,
  networks,
}: FormFieldProps & { networks: readonly NetworkChoice[] }) {
  return (
    <Field label="Network" error={error}>
      {(control) => (
        <Select
          {...control}
          {...field}
          placeholder="Network"
          options={networks.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Field>
  );
}

/** One of the tokens of the chosen network; its own coin has no contract to be paid through. */
export function TokenField({
  field,
  error,
  network,
}: FormFieldProps & { network: NetworkChoice | undefined }) {
  const tokens = network?.tokens.filter(({ address }) => address !== null) ?? [];
  return (
    <Field label="Token" error={error}>
      {(control) => (
        <Select
          {...control}
          {...field}
          placeholder="Token"
          options={tokens.map(({ id, symbol }) => ({ value: id, label: symbol }))}
        />
      )}
    </Field>
  );
}

/** A decimal number, as people write one. */
export function AmountField({ field, error, label }: FormFieldProps & { label: string }) {
  return (
    <Field label={label} error={error}>
      {(control) => <Input {...control} {...field} inputMode="decimal" autoComplete="off" />}
    </Field>
  );
}
