import { and, between, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { feeLegs, feeTransfers, transfers } from "@/db/schema";
import type { PaymentLog, ShownTransaction } from "@/server/chains/adapter";
import { NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { jsonRows } from "@/server/lib/database/json-rows";
import { derivedId } from "@/server/lib/ids";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import { approvedPayers, payerKey } from "@/server/payer-access/approved-payers";
import { type Correction, correctTransfers, recordedAs } from "@/server/payments/correct";
import type { FeeTransferMatch, Match } from "@/server/payments/match";
import { creditOf, type Proof, reasonOf } from "@/server/payments/prove";
import { statesBefore } from "@/server/payments/state";
import { UNVALUED, type Value } from "@/server/payments/valuing/value";

/** A matched payment that its receipt bears out. */
export interface SeenTransfer extends Match, Proof {
  blockTime: Date;
  /** What it is worth to a request in another currency; absent where it fits the request's own or does not fit. */
  value?: Value;
}

/** What recording changed. */
export interface Recorded {
  /** Row IDs of the requests whose transfers changed. */
  requestIds: string[];
  /** Payments that had been recorded as something else. */
  corrections: Correction[];
}

/** Rows of one statement. Those of fees have a parameter for each value, of which PostgreSQL takes 65,535. */
const CHUNK = 1_000;

/**
 * Records payments seen in the chain, each exactly once: network, transaction and position are its identity,
 * so a transaction that comes back in another block after a reorganisation is the same row again. A row that says
 * something else than what is seen now is corrected. Money of a wallet that may not pay its link is
 * held (D-29).
 */
export async function recordTransfers(
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenTransfer[],
): Promise<Recorded> {
  const requestIds: string[] = [];
  const corrections: Correction[] = [];
  const returning = statesBefore("mined");
  for (let i = 0; i < seen.length; i += CHUNK) {
    const chunk = seen.slice(i, i + CHUNK);
    const held = await unapproved(tx, network, chunk);
    const values = chunk.map((transfer) => transferRow(tx, network, transfer, held.has(transfer)));
    const moved = sql`${transfers.state} in ${returning}`;
    const stored = await tx.db
      .insert(transfers)
      .select(jsonRows(transfers, values))
      .onConflictDoUpdate({
        target: [transfers.txHash, transfers.position, transfers.network],
        set: {
          state: sql`case when ${moved} then 'seen' else ${transfers.state} end`,
          orphanedAtBlock: sql`case when ${moved} then null else ${transfers.orphanedAtBlock} end`,
          blockNumber: sql`excluded.block_number`,
          blockHash: sql`excluded.block_hash`,
          logIndex: sql`excluded.log_index`,
          blockTime: sql`excluded.block_time`,
        },
        setWhere: sql`${moved} or ${transfers.blockHash} <> excluded.block_hash`,
      })
      .returning();
    for (const { requestId } of stored) requestIds.push(requestId);
    // Rows that stand as they were seen do not come back: what they say is looked at apart.
    const known = stored.length === values.length ? stored : await recordedAs(tx, network, values);
    const corrected = await correctTransfers(tx, known, values);
    corrections.push(...corrected);
    const touched = corrected.flatMap(({ before, after }) => [before, after]);
    for (const { requestId } of touched) requestIds.push(requestId);
    await deleteCheckpoints(tx, [...values, ...touched].map(listPositionOf));
  }
  return { requestIds, corrections };
}

/** Those that fit their request but come from a wallet that may not pay it. Asks only about restricted links. */
async function unapproved(
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenTransfer[],
): Promise<Set<SeenTransfer>> {
  const restricted = seen.flatMap((transfer) => {
    const { restrictedLinkId: linkId } = transfer.request;
    if (linkId === null || (mismatchOf(transfer) ?? "unvalued") !== "unvalued") return [];
    return [{ transfer, linkId, payer: payerKey(network, transfer.settlement.payer) }];
  });
  const isApproved = await approvedPayers(tx, restricted);
  return new Set(restricted.filter((one) => !isApproved(one)).map(({ transfer }) => transfer));
}

/**
 * The `paymentId` of a payment: it follows from chain, transaction and position, so a payment that is found again after
 * a reorganisation or after a restore has the ID that merchants know.
 */
function paymentIdOf(network: NetworkId, log: Pick<PaymentLog, "txHash" | "position">): string {
  return derivedId("payment", NETWORKS[network].chainId, log.txHash, log.position);
}

/** Where a transfer stands in the lists of payments. */
function listPositionOf(transfer: { platformId: string; blockTime: Date }): { platformId: string; at: Date } {
  return { platformId: transfer.platformId, at: transfer.blockTime };
}

/** What a payment is worth to a request in another currency than its own; null where that is the same. */
function worthOf(seen: SeenTransfer): Value | null {
  if (!isConverted(seen.request)) return null;
  return reasonOf(seen) === null ? (seen.value ?? UNVALUED) : { ...UNVALUED, mismatch: null };
}

/** Why a payment does not count, whoever sent it; null where it does. */
function mismatchOf(seen: SeenTransfer): Match["mismatch"] {
  return reasonOf(seen) ?? worthOf(seen)?.mismatch ?? null;
}

function transferRow(
  tx: Tx,
  network: NetworkId,
  seen: SeenTransfer,
  isHeld: boolean,
): typeof transfers.$inferInsert {
  const { log, request, settlement } = seen;
  const now = tx.now();
  const value = worthOf(seen);
  return {
    id: paymentIdOf(network, log),
    network,
    txHash: log.txHash,
    position: log.position,
    requestId: request.id,
    platformId: request.platformId,
    clientIdId: request.clientIdId,
    state: "seen",
    mismatch: isHeld ? "payer_not_approved" : mismatchOf(seen),
    type: typeOf(seen, value),
    token: log.token,
    recipient: log.recipient,
    amount: creditOf(seen),
    credited: value?.credited ?? null,
    valuation: value?.valuation ?? null,
    quoteId: value?.quoteId ?? null,
    rate: value?.rate ?? null,
    rateSources: value?.rateSources ?? null,
    received: settlement.received,
    feeAmount: log.feeAmount,
    feeAddress: log.feeAddress,
    payer: settlement.payer,
    payerEoa: settlement.payerEoa,
    sourceNetwork: sourceOf(seen),
    depositId: settlement.deposit?.depositId ?? null,
    sourceTxHash: settlement.deposit?.txHash ?? null,
    isFallback: log.isFallback ?? null,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
    blockTime: seen.blockTime,
    recordedAt: now,
  };
}

function typeOf({ settlement }: SeenTransfer, value: Value | null): (typeof transfers.$inferInsert)["type"] {
  if (settlement.deposit) return "crosschain";
  if (settlement.isInstalment) return "recurring";
  return value ? "conversion" : "direct";
}

/** The network of the deposit that a relayer filled; null where it is none of ours, and without one. */
function sourceOf({ settlement }: SeenTransfer): NetworkId | null {
  const chainId = settlement.deposit?.originChainId;
  return NETWORK_IDS.find((id) => NETWORKS[id].chainId === chainId) ?? null;
}

/** Records transfers to fee receivers, each once, and brings the sums of their legs up to date. */
export async function recordFeeLegs(
  tx: Tx,
  network: NetworkId,
  fees: readonly (FeeTransferMatch & Proof)[],
): Promise<void> {
  if (fees.length === 0) return;
  const values = fees.map(({ log, leg, settlement }) => ({
    network,
    txHash: log.txHash,
    position: log.position,
    topic1: leg.topic1,
    amount: creditOf({ log, settlement }),
    blockNumber: log.blockNumber,
  }));
  for (let i = 0; i < values.length; i += CHUNK) {
    await tx.db
      .insert(feeTransfers)
      .values(values.slice(i, i + CHUNK))
      .onConflictDoUpdate({
        target: [feeTransfers.txHash, feeTransfers.position, feeTransfers.network],
        set: {
          blockNumber: sql`excluded.block_number`,
          amount: sql`excluded.amount`,
        },
      });
  }
  await sumFeeLegs(
    tx,
    fees.map(({ leg }) => leg.topic1),
  );
}

/** Removes fee transfers above the common ancestor of a reorganisation. */
export async function dropFeeLegsAbove(tx: Tx, network: NetworkId, ancestor: bigint): Promise<void> {
  const gone = await tx.db
    .delete(feeTransfers)
    .where(and(eq(feeTransfers.network, network), gt(feeTransfers.blockNumber, ancestor)))
    .returning({ topic1: feeTransfers.topic1 });
  await sumFeeLegs(
    tx,
    gone.map(({ topic1 }) => topic1),
  );
}

/** Brings the sums of these fee legs up to date. */
export async function sumFeeLegs(tx: Tx, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return;
  const sum = sql`(select coalesce(sum(${feeTransfers.amount}), 0) from ${feeTransfers}
    where ${feeTransfers.topic1} = ${feeLegs.topic1})`;
  await tx.db
    .update(feeLegs)
    .set({ paid: sum })
    .where(inArray(feeLegs.topic1, [...new Set(topics)]));
}

/**
 * Confirms what stands in blocks up to `upTo`. What stands in blocks up to `compared` was compared with the node when
 * these became final, and is final at once: the confirmations asked for may be more than it takes to be final.
 * Returns the IDs of the affected requests.
 */
export async function confirmTransfers(
  tx: Tx,
  network: NetworkId,
  { upTo, compared }: { upTo: bigint; compared: bigint },
): Promise<string[]> {
  const rows = await tx.db
    .update(transfers)
    .set({ state: sql`case when ${transfers.blockNumber} <= ${compared} then 'final' else 'confirmed' end` })
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("deep_enough")),
        lte(transfers.blockNumber, upTo),
      ),
    )
    .returning({ requestId: transfers.requestId });
  return rows.map((row) => row.requestId);
}

/** Orphans everything above the common ancestor. Returns the IDs of the affected requests. */
export async function orphanTransfersAbove(
  tx: Tx,
  network: NetworkId,
  ancestor: bigint,
  head: bigint,
): Promise<string[]> {
  const rows = await tx.db
    .update(transfers)
    .set({ state: "orphaned", orphanedAtBlock: head })
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("block_dropped")),
        gt(transfers.blockNumber, ancestor),
      ),
    )
    .returning();
  await deleteCheckpoints(tx, rows.map(listPositionOf));
  return rows.map((row) => row.requestId);
}

/** Of these rows those that are not among `present`, in the same block and with the same amount. */
export function missingFrom<Row extends PlacedAmount>(
  rows: readonly Row[],
  present: readonly SeenTransfer[],
): Row[] {
  const keys = new Set(present.map((seen) => presenceKey({ ...seen.log, amount: creditOf(seen) })));
  return rows.filter((row) => !keys.has(presenceKey(row)));
}

interface PlacedAmount {
  txHash: string;
  position: number;
  blockHash: string;
  amount: bigint;
}

/** Names one payment in one block with what it brought. */
function presenceKey(at: PlacedAmount): string {
  return `${at.txHash}:${at.position}:${at.blockHash}:${at.amount}`;
}

/** Transactions with payments in a range that are not final yet, as if no log had shown them. */
export async function recordedTransactions(
  db: Reader,
  network: NetworkId,
  range: { from: bigint; to: bigint },
): Promise<ShownTransaction[]> {
  const rows = await db
    .selectDistinct({
      txHash: transfers.txHash,
      blockHash: transfers.blockHash,
      blockNumber: transfers.blockNumber,
    })
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        between(transfers.blockNumber, range.from, range.to),
        inArray(transfers.state, statesBefore("block_dropped")),
      ),
    );
  return rows.map(({ txHash, blockHash, blockNumber }) => ({
    txHash: `0x${txHash.slice(2)}`,
    blockHash: `0x${blockHash.slice(2)}`,
    blockNumber,
    logs: [],
  }));
}

/**
 * Compares a range that has become final with what is recorded: a transfer that is not among `present`, in the same
 * block and with the same amount, was dropped unnoticed and is orphaned; what is confirmed of the rest is final, and
 * what is not yet will be as soon as it is. Returns the IDs of the requests that lost a transfer.
 */
export async function finalizeTransfers(
  tx: Tx,
  network: NetworkId,
  range: { from: bigint; to: bigint },
  present: readonly SeenTransfer[],
): Promise<string[]> {
  const rows = await tx.db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.network, network),
        between(transfers.blockNumber, range.from, range.to),
        inArray(transfers.state, statesBefore("block_dropped")),
      ),
    );
  const gone = missingFrom(rows, present);
  const goneIds = new Set(gone.map((row) => row.id));
  const kept = rows.filter((row) => !goneIds.has(row.id) && row.state === "confirmed");
  await setState(tx, gone, { state: "orphaned", orphanedAtBlock: range.to });
  await deleteCheckpoints(tx, gone.map(listPositionOf));
  await setState(tx, kept, { state: "final" });
  return gone.map((row) => row.requestId);
}

/** Drops orphans whose replacement blocks are final. Returns them: their loss is announced. */
export async function dropOrphans(tx: Tx, network: NetworkId, finalized: bigint) {
  return tx.db
    .update(transfers)
    .set({ state: "dropped" })
    .where(
      and(
        eq(transfers.network, network),
        inArray(transfers.state, statesBefore("window_passed")),
        lte(transfers.orphanedAtBlock, finalized),
      ),
    )
    .returning();
}

async function setState(
  tx: Tx,
  rows: readonly { id: string }[],
  values: { state: "orphaned" | "final"; orphanedAtBlock?: bigint },
): Promise<void> {
  for (let i = 0; i < rows.length; i += 10_000) {
    const ids = rows.slice(i, i + 10_000).map((row) => row.id);
    await tx.db.update(transfers).set(values).where(inArray(transfers.id, ids));
  }
}
