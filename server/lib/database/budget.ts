import { and, gt, inArray, lt, sql } from "drizzle-orm";
import { budgets } from "@/db/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";

/** How much may be used in a window that begins with its first use. */
export interface Budget {
  /** What is counted, and of whom. */
  scope: string;
  limit: number;
  windowMs: number;
}

/** What is left of a budget for this use. */
export interface Grant {
  /** At most what was wanted. */
  granted: number;
  /** Whole seconds until the window ends. */
  retryAfterSeconds: number;
}

/** Uses up to `wanted` of a budget and says how much of it there was. All processes count together. */
export async function take(
  tx: Pick<Tx, "db" | "now">,
  { scope, limit, windowMs }: Budget,
  wanted = 1,
): Promise<Grant> {
  const now = tx.now();
  const isOver = sql`${budgets.endsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await tx.db
    .insert(budgets)
    .values({ scope, used: wanted, endsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: budgets.scope,
      set: {
        // Beyond the limit nothing more has to be known than that it was reached.
        used: sql`case when ${isOver} then excluded.used
          else least(${budgets.used} + excluded.used, ${limit + wanted}) end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${budgets.endsAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error("a counter is missing");
  const before = row.used - wanted;
  return {
    granted: Math.max(0, Math.min(wanted, limit - before)),
    retryAfterSeconds: Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1_000)),
  };
}

/**
 * Uses one of each budget, in their order, until one has nothing left: that one is returned, and those after it
 * are untouched. Null when all had one left. Name them in the same order everywhere, the narrowest first.
 */
export function spend(ctx: Ctx, wanted: readonly Budget[]): Promise<(Budget & Grant) | null> {
  return inTransaction(ctx, async (tx) => {
    for (const budget of wanted) {
      const grant = await take(tx, budget);
      if (grant.granted === 0) return { ...budget, ...grant };
    }
    return null;
  });
}

/** How much of these budgets is used now, by scope; without those of which nothing is. */
export async function usedOf(
  ctx: Pick<Reads, "db" | "now">,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (scopes.length === 0) return new Map();
  const rows = await ctx.db
    .select({ scope: budgets.scope, used: budgets.used })
    .from(budgets)
    .where(and(inArray(budgets.scope, [...scopes]), gt(budgets.endsAt, ctx.now())));
  return new Map(rows.map(({ scope, used }) => [scope, used]));
}

/** Removes counters whose window is over. */
export function sweepBudgets(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  return removeSome(tx, budgets, lt(budgets.endsAt, tx.now()), limit);
}
