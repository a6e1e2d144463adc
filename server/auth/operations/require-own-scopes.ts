import type { KeyScope } from "@/db/key-scopes";
import { makesKeysOfEveryRight, scopesOfRole } from "@/server/auth/operations/scopes-of-role";
import type { Caller } from "@/server/context";
import { invalidField } from "@/server/errors";

/** Throws 400 for scopes of a new key that the role of whoever makes it does not have. */
export function requireOwnScopes(
  { role }: Pick<Caller, "role">,
  scopes: readonly KeyScope[] | undefined,
): void {
  if (role === null || makesKeysOfEveryRight(role)) return;
  const own = scopesOfRole(role);
  const others = scopes?.filter((scope) => !own.includes(scope)) ?? [];
  if (scopes !== undefined && others.length === 0) return;
  const has = `Your role, ${role}, makes keys with the scopes ${own.join(", ")}`;
  throw invalidField(
    "scopes",
    scopes === undefined ? `${has}; choose some` : `${has}; not ${others.join(", ")}`,
  );
}
