import { and, eq } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { describePeriod, ownPeriod } from "@/server/ledger/closing/read";
import type { ExplainBody, Period } from "@/server/ledger/closing/schema";

/**
 * Keeps explanations of differences until the period is closed, so that work on them goes on after a break and by others. An empty
 * one removes what was kept. Throws 400 for a difference that the period does not have, 404, and 409 where it is not the time: while it
 * is compared, and once it is closed.
 */
export function explainDifferences(ctx: Ctx, id: string, { explanations }: ExplainBody): Promise<Period> {
  return inTransaction(ctx, async (tx) => {
    const isOwn = eq(ledgerPeriods.platformId, tx.caller.platformId);
    // Two people may write at once, each about another difference.
    await tx.db
      .select()
      .from(ledgerPeriods)
      .where(and(eq(ledgerPeriods.id, id), isOwn))
      .for("update");
    const row = await ownPeriod(tx, id);
    if (row.state !== "compared") {
      throw new ApiError(
        "conflict",
        row.state === "closed" ? "The month is closed" : "The month is being compared",
      );
    }
    const known = new Set(row.differences.map((difference) => difference.id));
    const words = new Map(Object.entries(row.explanations));
    for (const { id: difference, explanation } of explanations) {
      if (!known.has(difference)) throw invalidField("explanations", `No such difference: ${difference}`);
      if (explanation === "") words.delete(difference);
      else words.set(difference, explanation);
    }
    const [kept] = await tx.db
      .update(ledgerPeriods)
      .set({ explanations: Object.fromEntries(words) })
      .where(eq(ledgerPeriods.id, id))
      .returning();
    if (!kept) throw new Error("the explanations were not stored");
    return describePeriod(kept);
  });
}
