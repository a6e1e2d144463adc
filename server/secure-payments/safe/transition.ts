import { and, eq, inArray } from "drizzle-orm";
import { safeTransactions, securePaymentIntents } from "@/db/schema";
import type { Tx } from "@/server/context";
import { nextSafeState, type SafeEvent, type SafeState } from "@/server/secure-payments/safe/state";

/** Thrown when another transaction moved a Safe transaction between our read and our write. */
class SafeConflict extends Error {
  override readonly name = "SafeConflict";
}

const FAILURES = {
  execution_failed: "execution_failed",
  rejected: "rejected",
  replaced: "replaced",
  deadline_passed: "deadline_passed",
} as const satisfies Partial<Record<SafeEvent, string>>;

/**
 * The one writer of a Safe transaction's state: looks up the cell, and updates rows that are still where they were
 * read. Returns whether they moved.
 */
export async function transitionSafes(
  tx: Pick<Tx, "db" | "now">,
  intentIds: readonly string[],
  from: SafeState,
  event: SafeEvent,
): Promise<boolean> {
  const to = nextSafeState(from, event);
  if (to === null || intentIds.length === 0) return false;
  const ids = [...intentIds];
  const moved = await tx.db
    .update(securePaymentIntents)
    .set({ state: to })
    .where(and(inArray(securePaymentIntents.id, ids), eq(securePaymentIntents.state, from)))
    .returning({ id: securePaymentIntents.id });
  if (moved.length !== ids.length)
    throw new SafeConflict(`${ids.length - moved.length} Safe transactions moved`);
  const failure = event in FAILURES ? FAILURES[event as keyof typeof FAILURES] : null;
  await tx.db
    .update(safeTransactions)
    .set({ failure, endedAt: to === "pending" ? null : tx.now() })
    .where(inArray(safeTransactions.intentId, ids));
  return true;
}
