import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { requests, securePaymentRequests, transfers } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads, Tx } from "@/server/context";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { approvedPayers, lockPolicies, payerKey } from "@/server/payer-access/approved-payers";
import { COUNTED_STATES } from "@/server/payments/state";

const HELD = "payer_not_approved";
const REJECTED = "payer_rejected";
/** Dust costs a stranger next to nothing, so an answer names a bounded number. */
const MAX_HELD = 100;

/** Money that reached the payee from a wallet that was not approved for the link. */
export interface HeldPayment {
  requestId: string;
  /** As callers read it; null when the chain does not tell. */
  payer: string | null;
  /** Base units. */
  amount: bigint;
  txHash: string;
}

/** What is held of these requests (row IDs), the newest 100, in the order of the chain. */
export async function heldPayments(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
): Promise<HeldPayment[]> {
  if (requestIds.length === 0) return [];
  const rows = await ctx.db
    .select({
      requestId: transfers.requestId,
      network: transfers.network,
      payer: transfers.payer,
      amount: transfers.amount,
      txHash: transfers.txHash,
    })
    .from(transfers)
    .where(
      and(
        inArray(transfers.requestId, [...requestIds]),
        eq(transfers.mismatch, HELD),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
    .limit(MAX_HELD);
  return rows
    .reverse()
    .map(({ network, payer, ...row }) => ({ ...row, payer: payer && walletText(network, payer) }));
}

/** Payers looked at together. */
const PAYERS = 1_000;

/**
 * Lets held payments of a link count whose payers were approved meanwhile, wherever they stand on the
 * chain. Returns the row IDs of their requests, which the caller has to settle in the same transaction. Reads the
 * payers a thousand at a time: a stranger can have any number of payments held.
 */
export async function releaseTransfers(tx: Tx, linkId: string): Promise<string[]> {
  // Before looking: the watcher holds money back under this lock.
  await lockPolicies(tx, [linkId]);
  const isHeldHere = and(isOfLink(linkId), eq(transfers.mismatch, HELD));
  const released = new Set<string>();
  let last = "0x";
  for (;;) {
    const payers = await tx.db
      .selectDistinct({ network: transfers.network, hex20: transfers.payer })
      .from(transfers)
      .where(and(isHeldHere, gt(transfers.payer, last)))
      .orderBy(asc(transfers.payer))
      .limit(PAYERS);
    const candidates = payers.map(({ network, hex20 }) => ({
      hex20,
      linkId,
      payer: payerKey(network, hex20),
    }));
    const isApproved = await approvedPayers(tx, candidates);
    const approved = candidates.filter(isApproved).flatMap(({ hex20 }) => hex20 ?? []);
    for (const id of await count(tx, and(isHeldHere, inArray(transfers.payer, approved)))) released.add(id);
    const end = payers.at(-1)?.hex20;
    if (payers.length < PAYERS || !end) return [...released];
    last = end;
  }
}

/** A payment that is held, or was rejected for good, as an operator sees it. */
export interface HeldTransfer {
  /** Its `paymentId`. */
  id: string;
  requestId: string;
  publicRequestId: string;
  platformId: string;
  network: string;
  txHash: string;
  payer: string | null;
  /** Base units. */
  amount: bigint;
  paymentCurrency: string;
  isRejected: boolean;
  operatorReason: string | null;
}

/** Payments that are held, the newest first and at most `limit`; with `id` that one, also when it was rejected. */
export async function heldTransfers(
  ctx: Pick<Reads, "db">,
  { id, limit = 100 }: { id?: string; limit?: number },
): Promise<HeldTransfer[]> {
  const rows = await ctx.db
    .select({ transfer: transfers, publicId: requests.requestId, paymentCurrency: requests.paymentCurrency })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(
      and(
        id === undefined
          ? eq(transfers.mismatch, HELD)
          : and(eq(transfers.id, id), inArray(transfers.mismatch, [HELD, REJECTED])),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .orderBy(desc(transfers.blockTime))
    .limit(limit);
  return rows.map(({ transfer, publicId, paymentCurrency }) => ({
    id: transfer.id,
    requestId: transfer.requestId,
    publicRequestId: publicId.slice(2),
    platformId: transfer.platformId,
    network: transfer.network,
    txHash: transfer.txHash,
    payer: transfer.payer && walletText(transfer.network, transfer.payer),
    amount: transfer.amount,
    paymentCurrency,
    isRejected: transfer.mismatch === REJECTED,
    operatorReason: transfer.operatorReason,
  }));
}

/**
 * Decides about one held payment in place of its link's access policy, for good. Released, it counts, and the caller has to settle its
 * request in the same transaction; rejected, it stays uncredited whatever its wallet passes later. Returns false when
 * it is not held any more.
 */
export async function decideHeld(
  tx: Tx,
  id: string,
  decision: { isReleased: boolean; reason: string },
): Promise<boolean> {
  const links = await tx.db
    .select({ id: securePaymentRequests.securePaymentId })
    .from(securePaymentRequests)
    .innerJoin(transfers, eq(transfers.requestId, securePaymentRequests.requestId))
    .where(eq(transfers.id, id));
  await lockPolicies(
    tx,
    links.map((link) => link.id),
  );
  const from = decision.isReleased ? ([HELD, REJECTED] as const) : ([HELD] as const);
  const [decided] = await tx.db
    .update(transfers)
    .set({ mismatch: decision.isReleased ? null : REJECTED, operatorReason: decision.reason })
    .where(and(eq(transfers.id, id), inArray(transfers.mismatch, [...from])))
    .returning();
  if (!decided) return false;
  await deleteCheckpoints(tx, [{ platformId: decided.platformId, at: decided.blockTime }]);
  return true;
}

/** Lets transfers count. Returns the row IDs of their requests. */
async function count(tx: Tx, which: SQL | undefined): Promise<string[]> {
  const rows = await tx.db.update(transfers).set({ mismatch: null }).where(which).returning({
    requestId: transfers.requestId,
    platformId: transfers.platformId,
    at: transfers.blockTime,
  });
  await deleteCheckpoints(tx, rows);
  return rows.map(({ requestId }) => requestId);
}

/** The condition that a transfer belongs to a request of this link. */
function isOfLink(linkId: string): SQL {
  return inArray(
    transfers.requestId,
    sql`(select ${securePaymentRequests.requestId} from ${securePaymentRequests}
      where ${eq(securePaymentRequests.securePaymentId, linkId)})`,
  );
}
