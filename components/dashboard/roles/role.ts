"use client";

import { requiredContext } from "@/components/ui/required-context";
import type { Role } from "@/db/roles";
import type { OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";

/** The role of whoever is signed in, in the account that is shown. The hook throws outside the dashboard. */
export const [RoleProvider, useRole] = requiredContext<Role>("Nobody is signed in");

/** Says of an operation of the API whether the role of whoever is signed in has it. */
export function useMay(): (operation: OperationId) => boolean {
  const role = useRole();
  return (operation) => roleHas(role, operation);
}
