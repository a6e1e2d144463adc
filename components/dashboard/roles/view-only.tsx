"use client";

import type { OperationId } from "@/server/auth/operations/operations";
import { useMay, useRole } from "./role";
import { ROLE_WORDS } from "./role-words";

/** Says why there are facts and no fields, to roles that do not have the operation that changes them. */
export function ViewOnly({ unless }: { unless: OperationId }) {
  const may = useMay();
  const { name } = ROLE_WORDS[useRole()];
  if (may(unless)) return null;
  return <p className="text-sm text-muted">Your role, {name}, can see this and not change it.</p>;
}
