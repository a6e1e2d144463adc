import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";
import type { Role } from "@/db/roles";
import { type KeyRule, OPERATIONS } from "@/server/auth/operations/operations";

/** Scopes of which a role has at least one operation, so that a key with them can do something. */
export function scopesOfRole(role: Role): KeyScope[] {
  const rows: { key: KeyRule; roles: readonly Role[] }[] = Object.values(OPERATIONS);
  return KEY_SCOPES.filter((scope) => rows.some(({ key, roles }) => key === scope && roles.includes(role)));
}

/** Whether a role makes keys of every right, which have no scopes of their own: those who have every right do. */
export function makesKeysOfEveryRight(role: Role): boolean {
  return role === "owner" || role === "admin";
}
