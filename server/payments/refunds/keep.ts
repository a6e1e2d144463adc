import { and, desc, eq, inArray } from "drizzle-orm";
import { refunds, requests } from "@/db/schema";
import type { Reader, Tx } from "@/server/context";
import { refundableOf } from "@/server/payments/refunds/pairs";
import { receivedFrom } from "@/server/payments/refunds/received";
import type { RefundRow } from "@/server/payments/refunds/record";
import { refundStatesBefore } from "@/server/payments/refunds/state";
import { heldBy } from "@/server/payments/refunds/sums";

/** What can be sent back to a payer now, base units of the token: of what this payer paid, and of what all paid. */
export async function refundableTo(db: Reader, requestId: string, payer: string | null): Promise<bigint> {
  const [received, held] = [await receivedFrom(db, requestId, payer), await heldBy(db, requestId, payer)];
  const [ofPayer, ofAll] = [
    refundableOf(received.ofPayer, held.ofPayer),
    refundableOf(received.all, held.all),
  ];
  if (ofPayer > ofAll) return ofAll;
  return ofPayer;
}

/**
 * Stores a refund under the lock of its request, so that two at once do not send back the same money. Returns false, and
 * stores nothing, where it would send back more than can be.
 */
export async function keepRefund(tx: Tx, refund: RefundRow): Promise<boolean> {
  await tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(eq(requests.id, refund.requestId))
    .for("no key update");
  if (refund.amount > (await refundableTo(tx.db, refund.requestId, refund.payer))) return false;
  await tx.db.insert(refunds).values(refund);
  return true;
}

/** Gives up a refund that nobody has sent, so that its amount is free again. Returns it; null where it is something else. */
export async function giveUpRefund(tx: Tx, requestId: string, id: string): Promise<RefundRow | null> {
  const [row] = await tx.db
    .update(refunds)
    .set({ state: "expired", expiresAt: tx.now() })
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.requestId, requestId),
        inArray(refunds.state, refundStatesBefore("given_up")),
      ),
    )
    .returning();
  return row ?? null;
}

/** The refunds of a request (row ID), the newest first. */
export function refundsOf(db: Reader, requestId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.requestId, requestId))
    .orderBy(desc(refunds.id))
    .limit(MAX_LISTED);
}

const MAX_LISTED = 200;

/** One refund of a request (row ID); null where there is none with this ID. */
export async function refundOf(db: Reader, requestId: string, id: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.requestId, requestId)));
  return row ?? null;
}
