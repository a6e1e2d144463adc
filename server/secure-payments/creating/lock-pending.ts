import { asc, inArray } from "drizzle-orm";
import { securePayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { statusAt } from "@/server/secure-payments/state";

/**
 * Locks links (row IDs) until the commit, in the order of their IDs, and returns those that are not pending any more.
 * `update` for links that this commit changes; `share` for those it only counts on.
 */
export async function lockPending(
  tx: Pick<Tx, "db" | "now">,
  linkIds: readonly string[],
  strength: "update" | "share",
): Promise<Set<string>> {
  const rows = await tx.db
    .select({ id: securePayments.id, status: securePayments.status, expiresAt: securePayments.expiresAt })
    .from(securePayments)
    .where(inArray(securePayments.id, [...linkIds]))
    .orderBy(asc(securePayments.id))
    .for(strength);
  return new Set(rows.flatMap((row) => (statusAt(row, earlierNow(tx)) === "pending" ? [] : [row.id])));
}
