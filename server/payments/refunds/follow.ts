import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { refunds } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Tx } from "@/server/context";
import { inTransaction } from "@/server/context";
import {
  confirmRefunds,
  recordRefunds,
  refundTransfersOf,
  removeMissingRefunds,
  removeRefundsAbove,
  type SeenRefund,
} from "@/server/payments/refunds/record";
import { nextRefundState, type RefundEvent, refundStatesBefore } from "@/server/payments/refunds/state";
import type { Depth } from "@/server/payments/state";

/** How long a refund can be sent after it was prepared, and how long one that was taken back is waited for. */
export const REFUND_LIFE_MS = 24 * 60 * 60_000;

interface Look {
  depth: Depth;
  /** Blocks of which `seen` is all that the chain has; null where it is only what is new. */
  compared: { from: bigint; to: bigint } | null;
}

/** Refunds about which the chain says something new, and the requests that they are of; row IDs. */
export interface FollowedRefunds {
  refundIds: string[];
  /** To settle. */
  requestIds: string[];
}

/**
 * Makes refunds follow from what the chain has: records what was seen, removes what is gone, and moves the refunds. The
 * caller settles the requests, and then announces the refunds (`announceRefunds`), in the same transaction: requests are
 * locked before accounts everywhere.
 */
export async function followRefunds(
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenRefund[],
  { depth, compared }: Look,
): Promise<FollowedRefunds> {
  const gone = compared === null ? [] : await removeMissingRefunds(tx, network, compared, seen);
  const found = await recordRefunds(tx, network, seen, depth);
  const confirmed = await confirmRefunds(tx, network, depth);
  return moveRefunds(tx, [...gone, ...found, ...confirmed]);
}

/** Takes back what stood above the common ancestor of a reorganisation. Returns the row IDs of the requests to settle. */
export async function dropRefundsAbove(tx: Tx, network: NetworkId, ancestor: bigint): Promise<string[]> {
  return (await moveRefunds(tx, await removeRefundsAbove(tx, network, ancestor))).requestIds;
}

async function moveRefunds(tx: Tx, refundIds: readonly string[]): Promise<FollowedRefunds> {
  const ids = [...new Set(refundIds)];
  if (ids.length === 0) return { refundIds: [], requestIds: [] };
  const rows = await tx.db
    .select()
    .from(refunds)
    .where(inArray(refunds.id, ids))
    .orderBy(asc(refunds.id))
    .for("update");
  const transfers = await refundTransfersOf(tx.db, ids);
  for (const row of rows) {
    const event = whatChainSays(transfers.filter(({ refundId }) => refundId === row.id));
    const state = nextRefundState(row.state, event);
    if (state === null) continue;
    const isTakenBack = state === "taken_back";
    await tx.db
      .update(refunds)
      .set({ state, ...(isTakenBack ? { expiresAt: lifeFrom(tx.now()) } : {}) })
      .where(eq(refunds.id, row.id));
  }
  return { refundIds: ids, requestIds: [...new Set(rows.map(({ requestId }) => requestId))] };
}

function whatChainSays(transfers: readonly { isConfirmed: boolean }[]): RefundEvent {
  if (transfers.some(({ isConfirmed }) => isConfirmed)) return "deep_enough";
  return transfers.length > 0 ? "mined" : "reorganised";
}

/** When a refund that is prepared or taken back at `now` is given up. */
export function lifeFrom(now: Date): Date {
  return new Date(now.getTime() + REFUND_LIFE_MS);
}

/** Gives up refunds that were not sent in their time, at most `limit` of them. Returns how many. */
export async function expireRefunds(ctx: Ctx, limit: number): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db
      .select({ id: refunds.id })
      .from(refunds)
      .where(and(inArray(refunds.state, refundStatesBefore("time_passed")), lte(refunds.expiresAt, tx.now())))
      .orderBy(asc(refunds.expiresAt))
      .limit(limit)
      .for("update", { skipLocked: true });
    if (due.length === 0) return 0;
    await tx.db
      .update(refunds)
      .set({ state: "expired" })
      .where(
        inArray(
          refunds.id,
          due.map(({ id }) => id),
        ),
      );
    return due.length;
  });
}
