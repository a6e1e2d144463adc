import { OPERATIONS, type OperationId } from "@/server/auth/operations/operations";
import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/** What an operation needs of a key, in the word that the answer gives. */
const EVERY_SCOPE = "all";

/**
 * Throws 403 for a key without the scope that the table of operations asks for, and names that scope. Keys without scopes of
 * their own have every right, and whoever calls without a key is not held to any.
 */
export function requireScope({ scopes }: Pick<Caller, "scopes">, operationId: OperationId): void {
  if (scopes === null) return;
  const { key } = OPERATIONS[operationId];
  if (key === "any" || key === "open" || (key !== "all" && key !== "never" && scopes.has(key))) return;
  if (key === EVERY_SCOPE || key === "never") {
    throw new ApiError("scope_missing", "Only a key that may do everything can do this", {
      details: { scope: EVERY_SCOPE },
    });
  }
  throw new ApiError("scope_missing", `This key does not have the scope ${key}`, { details: { scope: key } });
}
