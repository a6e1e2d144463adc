import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { requests, securePaymentRequests, transfers } from "@/db/schema";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reads, Tx } from "@/server/context";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { approvedPayers, lockPolicies, payerKey } from "@/server/payer-access/approved-payers";
import { COUNTED_STATES } from "@/server/payments/state";

const HELD = "payer_not_approved";
const REJECTED = "payer_rejected";
const UNVALUED = "unvalued";
/** What waits for a decision: whose money it is, or what it is worth. */
const WAITING = [HELD, UNVALUED] as const;
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
  invoiceCurrency: string;
  /** True while nobody knows what it is worth to its request: then only an operator can say it. */
  needsValue: boolean;
  isRejected: boolean;
  operatorReason: string | null;
}

/** Payments that are held, the newest first and at most `limit`; with `id` that one, also when it was rejected. */
export async function heldTransfers(
  ctx: Pick<Reads, "db">,
  { id, limit = 100 }: { id?: string; limit?: number },
): Promise<HeldTransfer[]> {
  const rows = await ctx.db
    .select({
      transfer: transfers,
      publicId: requests.requestId,
      paymentCurrency: requests.paymentCurrency,
      invoiceCurrency: requests.invoiceCurrency,
    })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(
      and(
        id === undefined
          ? inArray(transfers.mismatch, [...WAITING])
          : and(eq(transfers.id, id), inArray(transfers.mismatch, [...WAITING, REJECTED])),
        inArray(transfers.state, [...COUNTED_STATES]),
      ),
    )
    .orderBy(desc(transfers.blockTime))
    .limit(limit);
  return rows.map(({ transfer, publicId, paymentCurrency, invoiceCurrency }) => ({
    id: transfer.id,
    requestId: transfer.requestId,
    publicRequestId: publicId.slice(2),
    platformId: transfer.platformId,
    network: transfer.network,
    txHash: transfer.txHash,
    payer: transfer.payer && walletText(transfer.network, transfer.payer),
    amount: transfer.amount,
    paymentCurrency,
    invoiceCurrency,
    needsValue: invoiceCurrency !== paymentCurrency && transfer.credited === null,
    isRejected: transfer.mismatch === REJECTED,
    operatorReason: transfer.operatorReason,
  }));
}

/**
 * Decides about one held payment in place of its link's access policy, for good. Released, it counts, and the caller has
 * to settle its request in the same transaction; `credited` (base units of the invoice currency) says what it is worth
 * where nobody knows, and without it such a payment is not released. Rejected, it stays uncredited whatever its wallet
 * passes later. Returns false when it is not held any more.
 */
export async function decideHeld(
  tx: Tx,
  id: string,
  { isReleased, reason, credited = null }: { isReleased: boolean; reason: string; credited?: bigint | null },
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
  const from = isReleased ? ([...WAITING, REJECTED] as const) : WAITING;
  const needsValue = sql`(${hasNoValue()})`;
  const [decided] = await tx.db
    .update(transfers)
    .set({
      mismatch: isReleased ? null : REJECTED,
      operatorReason: reason,
      ...(isReleased && credited !== null ? { credited, valuation: "operator" as const } : {}),
    })
    .where(
      and(
        eq(transfers.id, id),
        inArray(transfers.mismatch, [...from]),
        // What was valued meanwhile keeps its value, and what nobody knows the worth of does not count.
        !isReleased ? undefined : credited === null ? sql`not ${needsValue}` : needsValue,
      ),
    )
    .returning();
  if (!decided) return false;
  await deleteCheckpoints(tx, [{ platformId: decided.platformId, at: decided.blockTime }]);
  return true;
}

/** Of a request in another currency, and not valued yet. */
function hasNoValue(): SQL {
  return sql`${transfers.credited} is null and exists (select 1 from ${requests}
    where ${requests.id} = ${transfers.requestId} and ${requests.invoiceCurrency} <> ${requests.paymentCurrency})`;
}

/** Lets transfers count, as far as it is known what they are worth. Returns the row IDs of their requests. */
async function count(tx: Tx, which: SQL | undefined): Promise<string[]> {
  const mismatch = sql`case when ${hasNoValue()} then ${UNVALUED} end`;
  const rows = await tx.db.update(transfers).set({ mismatch }).where(which).returning({
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
