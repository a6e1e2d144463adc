"use client";

import type { ReactNode } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Plus } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const MAX_DOMAINS = 10;

/** The part of a form that holds allowed domains: a list of fields needs objects where the API has texts. */
interface Domains {
  allowedDomains: { value: string }[];
}

interface DomainFieldsProps {
  register: (name: `allowedDomains.${number}.value`) => ReturnType<UseFormRegister<Domains>>;
  errors: FieldErrors<Domains>["allowedDomains"];
  /** The list of the form. */
  list: {
    fields: { id: string }[];
    append: (field: { value: string }) => void;
    remove: (index: number) => void;
  };
  /** Which domains belong here. */
  children: ReactNode;
}

/** One text box for each allowed domain, and a button for one more. */
export function DomainFields({ register, errors, list, children }: DomainFieldsProps) {
  const { fields, append, remove } = list;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Allowed domains</legend>
      {children}
      {fields.map(({ id }, index) => {
        const number = index === 0 ? "" : ` ${index + 1}`;
        // The form speaks of the box, the API of the text in the list.
        const error = errors?.[index]?.value?.message ?? errors?.[index]?.message;
        return (
          <Field key={id} label={`Domain${number}`} error={error}>
            {(control) => (
              <span className="flex gap-2">
                <Input
                  {...control}
                  {...register(`allowedDomains.${index}.value`)}
                  type="url"
                  inputMode="url"
                  placeholder="https://shop.example"
                  autoComplete="off"
                />
                <Button variant="ghost" onClick={() => remove(index)}>
                  Remove<span className="sr-only"> domain{number}</span>
                </Button>
              </span>
            )}
          </Field>
        );
      })}
      {errors?.message && <p className="text-sm text-danger">{errors.message}</p>}
      {fields.length < MAX_DOMAINS && (
        <Button size="sm" className="justify-self-start" onClick={() => append({ value: "" })}>
          <Plus aria-hidden="true" />
          Add a domain
        </Button>
      )}
    </fieldset>
  );
}

/** The domains that were typed. */
export function domainsOf(fields: Domains["allowedDomains"]): string[] {
  return fields.map(({ value }) => value.trim()).filter((domain) => domain !== "");
}
