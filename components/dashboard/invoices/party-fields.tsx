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
  registrationNumber: "",
  contact: "",
  phone: "",
  electronicAddress: "",
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
  ["registrationNumber", "Registration number", 50],
  ["email", "Email", 200],
  ["contact", "Contact person", 100],
  ["phone", "Phone", 40],
  ["electronicAddress", "Electronic address", 205],
];

const HINTS: Readonly<Partial<Record<keyof Party, string>>> = {
  electronicAddress: "For e-invoices: scheme and address, such as 0204:991-12345-67.",
};

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
          <Field key={field} label={label} hint={HINTS[field]} isOptional={!isNeeded}>
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
