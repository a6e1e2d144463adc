import type { Role } from "@/db/roles";
import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";

/** Whether the table of operations gives a role this operation. The door and the dashboard ask the same. */
export function roleHas(role: Role, operationId: OperationId): boolean {
  const { roles }: { roles: readonly Role[] } = OPERATIONS[operationId];
  return roles.includes(role);
}
