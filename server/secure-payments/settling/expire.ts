import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { securePayments } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { lockRequests } from "@/server/requests/follow-link";
import { requestsOf, transitionLinks } from "@/server/secure-payments/transition";

/**
 * Writes down what readers have been told since the end of these links' time (D-24), at most `limit` in one
 * commit, and returns how many. Links that another transaction is working on wait for the next pass.
 */
export function expireLinks(ctx: Ctx, limit: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const isDue = and(eq(securePayments.status, "pending"), lte(securePayments.expiresAt, earlierNow(tx)));
    const found = await tx.db
      .select({ id: securePayments.id })
      .from(securePayments)
      .where(isDue)
      .orderBy(asc(securePayments.expiresAt))
      .limit(limit);
    if (found.length === 0) return 0;
    const ids = found.map((link) => link.id);
    // Requests before links, as whoever settles them.
    await lockRequests(tx, await requestsOf(tx, ids));
    const due = await tx.db
      .select({ id: securePayments.id, status: securePayments.status })
      .from(securePayments)
      .where(and(inArray(securePayments.id, ids), isDue))
      .orderBy(asc(securePayments.id))
      .for("update", { skipLocked: true });
    await transitionLinks(
      tx,
      due.map(({ id, status }) => ({ id, from: status, event: "time_passed" as const })),
    );
    return due.length;
  });
}
