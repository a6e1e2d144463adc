import { and, eq, gt, inArray } from "drizzle-orm";
import { safeTransactions, securePaymentChildren, securePaymentIntents } from "@/db/schema";
import type { Reads } from "@/server/context";

/** Which of these links a Safe transaction holds: their own, or that of a multicall they are children of. */
export async function heldLinks(
  { db, now }: Pick<Reads, "db" | "now">,
  linkIds: readonly string[],
): Promise<Set<string>> {
  if (linkIds.length === 0) return new Set();
  const ids = [...linkIds];
  const isHolding = and(
    eq(securePaymentIntents.kind, "multisig"),
    eq(securePaymentIntents.state, "pending"),
    gt(safeTransactions.holdsUntil, now()),
  );
  const own = db
    .select({ id: securePaymentIntents.securePaymentId })
    .from(securePaymentIntents)
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(and(inArray(securePaymentIntents.securePaymentId, ids), isHolding));
  const ofParents = db
    .select({ id: securePaymentChildren.childId })
    .from(securePaymentChildren)
    .innerJoin(securePaymentIntents, eq(securePaymentIntents.securePaymentId, securePaymentChildren.parentId))
    .innerJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
    .where(and(inArray(securePaymentChildren.childId, ids), isHolding));
  return new Set((await own.unionAll(ofParents)).map(({ id }) => id));
}
