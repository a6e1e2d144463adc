import { and, asc, eq, inArray } from "drizzle-orm";
import { transfers } from "@/db/schema";
import { walletText } from "@/server/chains/wallet-text";
import type { Reads, Tx } from "@/server/context";
import { forgetMarks } from "@/server/lib/ranked-list/marks";
import { approvedPayers, isPaidInto, lockGates, payerKey } from "@/server/payments/gate";
import { COUNTED_STATES } from "@/server/payments/state";

const HELD = "payer_not_approved";

/** Money that reached the payee from a wallet that had not passed the gate of the link. */
export interface HeldPayment {
  requestId: string;
  /** As callers read it; null when the chain does not tell. */
  payer: string | null;
  /** Base units. */
  amount: bigint;
  txHash: string;
}

/** What is held of these requests (row IDs), in the order of the chain. */
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
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
  return rows.map(({ network, payer, ...row }) => ({ ...row, payer: payer && walletText(network, payer) }));
}

/**
 * Lets held payments of a link count whose payers have passed its gate meanwhile, wherever they stand on the
 * chain. Returns the row IDs of their requests, which the caller has to settle in the same transaction.
 */
export async function releaseTransfers(tx: Tx, linkId: string): Promise<string[]> {
  // Before looking: the watcher holds money back under this lock.
  await lockGates(tx, [linkId]);
  const held = await tx.db
    .select()
    .from(transfers)
    .where(and(isPaidInto(transfers.requestId, linkId), eq(transfers.mismatch, HELD)));
  const candidates = held.map((transfer) => ({
    transfer,
    gateId: linkId,
    payer: payerKey(transfer.network, transfer.payer),
  }));
  const isApproved = await approvedPayers(tx, candidates);
  const released = candidates.filter(isApproved).map(({ transfer }) => transfer);
  if (released.length === 0) return [];
  await tx.db
    .update(transfers)
    .set({ mismatch: null })
    .where(
      inArray(
        transfers.id,
        released.map(({ id }) => id),
      ),
    );
  await forgetMarks(
    tx,
    released.map(({ platformId, blockTime }) => ({ platformId, at: blockTime })),
  );
  return [...new Set(released.map(({ requestId }) => requestId))];
}
