import type { Tx } from "@/server/context";
import { sqlState } from "@/server/lib/database/sql-state";
import { StatusConflict } from "@/server/requests/transition";

/** What work did for items, and those for which it failed because of their data. */
export interface Attempted<T, R> {
  done: R[];
  failed: { item: T; error: unknown }[];
}

/**
 * Does work for all of these items or, leaving nothing of that behind where it fails because of their data, for each of
 * them alone: one that nobody can write stops no other. Throws what has nothing to do with them.
 */
export async function attemptEach<T, R>(
  tx: Tx,
  items: readonly T[],
  work: (tx: Tx, items: readonly T[]) => Promise<R[]>,
): Promise<Attempted<T, R>> {
  if (items.length === 0) return { done: [], failed: [] };
  const attempt = async (some: readonly T[]) => {
    try {
      return { done: await tx.db.transaction((db) => work({ ...tx, db }, some)) };
    } catch (error) {
      if (!isAboutRows(error)) throw error;
      return { error };
    }
  };
  const together = await attempt(items);
  if (together.done) return { done: together.done, failed: [] };
  const outcome: Attempted<T, R> = { done: [], failed: [] };
  for (const item of items) {
    const own = items.length === 1 ? together : await attempt([item]);
    if (own.done) outcome.done.push(...own.done);
    else outcome.failed.push({ item, error: own.error });
  }
  return outcome;
}

/**
 * False for what another transaction or the database did to this one, and for a database that is not ours: then
 * the whole pass is to be repeated. SQLSTATE classes 22 (data), 23 (constraints) and 54 (limits) are about the rows.
 */
export function isAboutRows(error: unknown): boolean {
  if (error instanceof StatusConflict) return false;
  const state = sqlState(error);
  return state === "" || /^(?:22|23|54)...$/.test(state);
}
