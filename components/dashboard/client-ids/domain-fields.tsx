"use client";

import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** The part of a form that holds allowed domains: a list of fields needs objects where the API has texts. */
interface Domains {
  allowedDomains: { value: string }[];
}

interface DomainFieldsProps {
  register: (name: `allowedDomains.${number}.value`) => ReturnType<UseFormRegister<Domains>>;
  errors: FieldErrors<Domains>["allowedDomains"];
  fields: { id: string }[];
  onRemove: (index: number) => void;
}

/** One text box for each allowed domain. */
export function DomainFields({ register, errors, fields, onRemove }: DomainFieldsProps) {
  return fields.map(({ id }, index) => {
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
            <Button variant="ghost" onClick={() => onRemove(index)}>
              Remove<span className="sr-only"> domain{number}</span>
            </Button>
          </span>
        )}
      </Field>
    );
  });
}
