"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { NetworkChoice } from "../config";
import { type FormFieldProps, SelectField, TextField } from "./form-fields";

type AddressFieldProps<Values extends FieldValues> = FormFieldProps<Values> & {
  label: string;
  hint?: string;
  isOptional?: boolean;
};

/** A wallet's address: typed or pasted, never corrected by the browser. */
export function AddressField<Values extends FieldValues>(props: AddressFieldProps<Values>) {
  return <TextField {...props} spellCheck={false} className="font-mono text-xs" />;
}

/** The network that is paid on. */
export function NetworkField<Values extends FieldValues>({
  networks,
  ...rest
}: FormFieldProps<Values> & { networks: readonly NetworkChoice[] }) {
  const options = networks.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField {...rest} label="Network" placeholder="Network" options={options} />;
}

/** One of the tokens of the chosen network; its own coin has no contract to be paid through. */
export function TokenField<Values extends FieldValues>({
  network,
  ...rest
}: FormFieldProps<Values> & { network: NetworkChoice | undefined }) {
  const tokens = network?.tokens.filter(({ address }) => address !== null) ?? [];
  const options = tokens.map(({ id, symbol }) => ({ value: id, label: symbol }));
  return <SelectField {...rest} label="Token" placeholder="Token" options={options} />;
}

/** A decimal number, as people write one. */
export function AmountField<Values extends FieldValues>(
  props: FormFieldProps<Values> & { label: ReactNode },
) {
  return <TextField {...props} inputMode="decimal" />;
}
