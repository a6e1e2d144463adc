"use client";

import type { UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ClientIdValues } from "./client-id-form";

interface DomainFieldsProps {
  form: UseFormReturn<ClientIdValues>;
  fields: { id: string }[];
  onRemove: (index: number) => void;
}

/** One text box for each allowed domain. */
export function DomainFields({ form, fields, onRemove }: DomainFieldsProps) {
  const errors = form.formState.errors.allowedDomains;
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
              {...form.register(`allowedDomains.${index}.value`)}
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
