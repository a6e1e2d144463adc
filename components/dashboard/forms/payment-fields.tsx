"use client";

import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { NetworkChoice } from "../config";
import { SelectField, TextField } from "./form-fields";

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
export function AddressField(props: AddressFieldProps) {
  return <TextField {...props} spellCheck={false} className="font-mono text-xs" />;
}

/** The network that is paid on. */
export function NetworkField({ networks, ...rest }: FormFieldProps & { networks: readonly NetworkChoice[] }) {
  const options = networks.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField {...rest} label="Network" placeholder="Network" options={options} />;
}

/** One of the tokens of the chosen network; its own coin has no contract to be paid through. */
export function TokenField({ network, ...rest }: FormFieldProps & { network: NetworkChoice | undefined }) {
  const tokens = network?.tokens.filter(({ address }) => address !== null) ?? [];
  const options = tokens.map(({ id, symbol }) => ({ value: id, label: symbol }));
  return <SelectField {...rest} label="Token" placeholder="Token" options={options} />;
}

/** A decimal number, as people write one. */
export function AmountField(props: FormFieldProps & { label: ReactNode }) {
  return <TextField {...props} inputMode="decimal" />;
}
