"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ROLES, type Role } from "@/db/roles";
import { ROLE_OPTIONS, ROLE_WORDS } from "../roles/role-words";

/** The choice of a role, with what the chosen one can do. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Field label="Role" hint={ROLE_WORDS[value].can}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => {
            const role = ROLES.find((one) => one === target.value);
            if (role) onChange(role);
          }}
          options={ROLE_OPTIONS}
        />
      )}
    </Field>
  );
}
