import type { Role } from "@/db/roles";
import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";
import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/**
 * Throws 403 for a person whose role the table of operations does not give this, and names the roles that have it. Whoever
 * calls without a session has no role and is not held to any.
 */
export function requireRole({ role }: Pick<Caller, "role">, operationId: OperationId): void {
  if (role === null) return;
  const roles: readonly Role[] = OPERATIONS[operationId].roles;
  if (roles.includes(role)) return;
  throw new ApiError("role_missing", `Your role in this account, ${role}, cannot do this`, {
    details: { role, roles },
  });
}
