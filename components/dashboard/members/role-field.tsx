"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ROLE_OPTIONS } from "../roles/role-words";

/** The choice of a role. */
export function RoleField({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  return (
    <Field label="Role">
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          options={ROLE_OPTIONS}
        />
      )}
    </Field>
  );
}
