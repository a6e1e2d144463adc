"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Party } from "@/server/invoices/schema";

/** What is typed of a party; empty where it is not known. */
export type PartyValues = Record<keyof Party, string>;

export const NO_PARTY: PartyValues = {
  name: "",
  street: "",
  postcode: "",
  city: "",
  country: "",
  taxNumber: "",
  vatId: "",
  email: "",
};

/** A party as the API takes it: without what is empty. */
export function partyOf(values: PartyValues): Party {
  const entries = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== "")) as Party;
}

const FIELDS: readonly [field: keyof Party, label: string, max: number][] = [
  ["name", "Name", 200],
  ["street", "Street and number", 200],
  ["postcode", "Postcode", 20],
  ["city", "City", 100],
  ["country", "Country, two letters", 2],
  ["vatId", "VAT ID", 20],
  ["taxNumber", "Tax number", 40],
  ["email", "Email", 200],
];

/** Fields of who writes an invoice or gets it. */
export function PartyFields({
  values,
  onChange,
}: {
  values: PartyValues;
  onChange: (values: PartyValues) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {FIELDS.map(([field, label, max]) => {
        const isNeeded = field === "name" || field === "country";
        return (
          <Field key={field} label={label} isOptional={!isNeeded}>
            {(control) => (
              <Input
                {...control}
                required={isNeeded}
                maxLength={max}
                autoComplete="off"
                value={values[field]}
                onChange={({ target }) =>
                  onChange({
                    ...values,
                    [field]: field === "country" ? target.value.toUpperCase() : target.value,
                  })
                }
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
