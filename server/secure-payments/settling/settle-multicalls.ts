import { asc, inArray, sql } from "drizzle-orm";
import { requests, securePaymentChildren, securePaymentRequests, securePayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { type LinkMove, transitionLinks } from "@/server/secure-payments/transition";

/** Children per round trip. */
const CHUNK = 2_000;

/**
 * Makes the multicalls of these links follow their children (MC-19): completed when all are paid, partially settled
 * when some are, open again when a reorganisation took the last one away. Links are locked before multicalls.
 */
export async function settleMulticalls(tx: Tx, childIds: readonly string[]): Promise<void> {
  const ids = [...new Set(childIds)].sort();
  const parents = new Set<string>();
  for (let i = 0; i < ids.length; i += CHUNK) {
    const rows = await tx.db
      .selectDistinct({ id: securePaymentChildren.parentId })
      .from(securePaymentChildren)
      .where(inArray(securePaymentChildren.childId, ids.slice(i, i + CHUNK)));
    for (const { id } of rows) parents.add(id);
  }
  const multicalls = [...parents].sort();
  for (let i = 0; i < multicalls.length; i += CHUNK) await settleChunk(tx, multicalls.slice(i, i + CHUNK));
}

async function settleChunk(tx: Tx, ids: string[]): Promise<void> {
  const rows = await tx.db
    .select({ id: securePayments.id, status: securePayments.status })
    .from(securePayments)
    .where(inArray(securePayments.id, ids))
    .orderBy(asc(securePayments.id))
    .for("no key update");
  const paid = await tx.db
    .select({
      id: securePaymentChildren.parentId,
      all: sql<boolean>`bool_and(${requests.status} = 'paid')`,
      some: sql<boolean>`bool_or(${requests.status} = 'paid')`,
    })
    .from(securePaymentChildren)
    .innerJoin(
      securePaymentRequests,
      sql`${securePaymentRequests.securePaymentId} = ${securePaymentChildren.childId}`,
    )
    .innerJoin(requests, sql`${requests.id} = ${securePaymentRequests.requestId}`)
    .where(inArray(securePaymentChildren.parentId, ids))
    .groupBy(securePaymentChildren.parentId);
  const paidOf = new Map(paid.map((one) => [one.id, one]));
  await transitionLinks(
    tx,
    rows.map(({ id, status }): LinkMove => {
      const { all = false, some = false } = paidOf.get(id) ?? {};
      return { id, from: status, event: all ? "settled" : some ? "partly_settled" : "reopened" };
    }),
  );
}
