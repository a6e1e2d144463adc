import { asc, inArray, sql } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
import { settleMulticalls } from "@/server/secure-payments/settling/settle-multicalls";
import { type LinkMove, transitionLinks } from "@/server/secure-payments/transition";

/** Requests per round trip. */
const CHUNK = 2_000;

/**
 * Makes the links of these requests follow them, in the commit that settled them: completed once all is paid,
 * also when that was late, and open again when a reorganisation took a payment away; then their multicalls. Call it after
 * `settleRequests` with the same requests.
 */
export async function settleLinks(tx: Tx, requestIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(requestIds)].sort();
  const links: string[] = [];
  for (let i = 0; i < ids.length; i += CHUNK) {
    links.push(...(await settleChunk(tx, ids.slice(i, i + CHUNK))));
  }
  if (links.length > 0) await settleMulticalls(tx, links);
}

/** Returns the links of these requests. */
async function settleChunk(tx: Tx, requestIds: readonly string[]): Promise<string[]> {
  const touched = tx.db
    .select({ id: securePaymentRequests.securePaymentId })
    .from(securePaymentRequests)
    .where(isAnyOf(securePaymentRequests.requestId, requestIds));
  // Locked in ID order, so that two workers cannot wait for each other; and as weakly as the policy's lock, for a visit
  // that has stored a result about the link waits for that one.
  const links = await tx.db
    .select({ id: securePayments.id, status: securePayments.status })
    .from(securePayments)
    .where(inArray(securePayments.id, touched))
    .orderBy(asc(securePayments.id))
    .for("no key update");
  if (links.length === 0) return [];
  const paid = await tx.db
    .select({
      id: securePaymentRequests.securePaymentId,
      // What was paid and sent back is not asked for again; what a bank returned is.
      all: sql<boolean>`bool_and(${requests.status} = 'paid'
        or ${requests.status} = 'refunded' and not ${requests.isCryptoToFiatAllowed})`,
    })
    .from(securePaymentRequests)
    .innerJoin(requests, sql`${requests.id} = ${securePaymentRequests.requestId}`)
    .where(
      isAnyOf(
        securePaymentRequests.securePaymentId,
        links.map((link) => link.id),
      ),
    )
    .groupBy(securePaymentRequests.securePaymentId);
  const isPaid = new Map(paid.map((link) => [link.id, link.all]));
  const moves = links.flatMap(({ id, status }): LinkMove[] => {
    if (isPaid.get(id)) return status === "completed" ? [] : [{ id, from: status, event: "settled" }];
    return status === "completed" ? [{ id, from: status, event: "reopened" }] : [];
  });
  await transitionLinks(tx, moves);
  return links.map((link) => link.id);
}
