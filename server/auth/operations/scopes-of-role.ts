import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";
import type { Role } from "@/db/roles";
import { type KeyRule, OPERATIONS } from "@/server/auth/operations/operations";
import type { Caller } from "@/server/context";
import { invalidField } from "@/server/errors";

/** Scopes of which a role has at least one operation, so that a key with them can do something. */
export function scopesOfRole(role: Role): KeyScope[] {
  const rows: { key: KeyRule; roles: readonly Role[] }[] = Object.values(OPERATIONS);
  return KEY_SCOPES.filter((scope) => rows.some(({ key, roles }) => key === scope && roles.includes(role)));
}

/**
 * Throws 400 for scopes of a new key that the role of whoever makes it does not have. A key of every right, which has no
 * scopes of its own, is made by those who have every right.
 */
export function requireOwnScopes(
  { role }: Pick<Caller, "role">,
  scopes: readonly KeyScope[] | undefined,
): void {
  if (role === null || role === "owner" || role === "admin") return;
  const own = scopesOfRole(role);
  const others = scopes?.filter((scope) => !own.includes(scope)) ?? [];
  if (scopes !== undefined && others.length === 0) return;
  const has = `Your role, ${role}, makes keys with the scopes ${own.join(", ")}`;
  throw invalidField(
    "scopes",
    scopes === undefined ? `${has}; choose some` : `${has}; not ${others.join(", ")}`,
  );
}
