import { ROLES, type Role } from "@/db/roles";
import type { Change } from "@/server/approvals/change";
import type { ApprovalRow } from "@/server/approvals/store";
import { isAbove } from "@/server/auth/members/rank";
import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";

/** Who looks at approvals. */
export interface Viewer {
  personId: string | null;
  role: Role | null;
}

/** Whether a role could do the thing itself: it has the operation, and is not below a role that it gives or takes. */
export function couldDo(role: Role, operation: string, { kind, before, after }: Change): boolean {
  const { roles }: { roles: readonly Role[] } = OPERATIONS[operation as OperationId];
  if (!roles.includes(role)) return false;
  if (kind !== "member") return true;
  const named = [before.role, after.role].filter((name) => ROLES.includes(name as Role)) as Role[];
  return named.every((name) => !isAbove(name, role));
}

/** Whether somebody can approve or refuse this now: another person than who asked, who could do the thing themself. */
export function canDecide(row: ApprovalRow, { personId, role }: Viewer, now: Date): boolean {
  if (row.state !== "waiting" || row.expiresAt <= now) return false;
  if (personId === null || role === null || personId === row.askerId) return false;
  return couldDo(role, row.operation, row.change);
}
