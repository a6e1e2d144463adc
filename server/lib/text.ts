import { z } from "zod";

const UNSTORABLE = "Text contains characters that cannot be stored";

/** Whether PostgreSQL can hold a text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/**
 * The first text inside a value that cannot be stored, keys included: the way to it from the root, and what is
 * wrong with it. Null when there is none.
 */
export function findUnstorable(
  value: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; message: string } | null {
  if (typeof value === "string") return isStorable(value) ? null : { path, message: UNSTORABLE };
  if (typeof value !== "object" || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    // A name that cannot be stored cannot be told either.
    if (!isStorable(key)) return { path, message: "A name contains characters that cannot be stored" };
    const found = findUnstorable(child, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return null;
}

/** Text that PostgreSQL can hold, for what does not come in through a route of ours: those refuse all other. */
export const storableText = z.string().refine(isStorable, UNSTORABLE);

/** Name of a credential, for its owner's eyes (CI-01). */
export const Label = storableText.min(1).max(100);
