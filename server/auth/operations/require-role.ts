import type { Role } from "@/db/roles";
import { type KeyRule, OPERATIONS, type OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";
import type { Caller, KeyMaker } from "@/server/context";
import { ApiError } from "@/server/errors";

/**
 * Throws 403 for a person whose role the table of operations does not give this, and names the roles that have it. A key is
 * held to the role of whoever made it, as that is now, or was when they left. Callers without a role and keys that no member
 * made are not held to any.
 */
export function requireRole({ role, maker }: Pick<Caller, "role" | "maker">, operationId: OperationId): void {
  if (role === null) {
    requireRoleOfMaker(maker, operationId);
    return;
  }
  if (roleHas(role, operationId)) return;
  throw new ApiError("role_missing", `Your role in this account, ${role}, cannot do this`, {
    details: { role, roles: OPERATIONS[operationId].roles },
  });
}

function requireRoleOfMaker(maker: KeyMaker | null, operationId: OperationId): void {
  if (maker === null) return;
  const { key, roles }: { key: KeyRule; roles: readonly Role[] } = OPERATIONS[operationId];
  // What a key may do without any scope is no right of a member either.
  if (key === "any" || key === "open" || roleHas(maker.role, operationId)) return;
  throw new ApiError(
    "role_missing",
    `Whoever made this key has the role ${maker.role}, which cannot do this`,
    {
      details: { role: maker.role, roles },
    },
  );
}
