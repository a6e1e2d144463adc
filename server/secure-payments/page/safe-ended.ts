import { desc, eq } from "drizzle-orm";
import { safeTransactions, securePaymentIntents } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { PageSafeEnded } from "@/server/secure-payments/page/page-schema";

/** Why the last payment of a link from a Safe came to nothing; null where it has not, or there was none. One query. */
export async function safeEndedOf({ db }: Pick<Reads, "db">, linkId: string): Promise<PageSafeEnded | null> {
  const [last] = await db
    .select({
      safeTxHash: securePaymentIntents.intentKey,
      state: securePaymentIntents.state,
      why: safeTransactions.failure,
    })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(eq(securePaymentIntents.securePaymentId, linkId))
    .orderBy(desc(securePaymentIntents.id))
    .limit(1);
  return last?.state === "failed" && last.why ? { safeTxHash: last.safeTxHash, why: last.why } : null;
}
