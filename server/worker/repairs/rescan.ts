import { asc, sql } from "drizzle-orm";
import { requests } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { type AuditDifference, auditChain } from "@/server/payments/audit";
import { addUpAnew } from "@/server/payments/counting/sums";
import { dropMissingCollections } from "@/server/payments/deposit-addresses/collections";
import { everyAddress } from "@/server/payments/deposit-addresses/watch";
import { announceRefunds } from "@/server/payments/refunds/announce";
import { followRefunds } from "@/server/payments/refunds/follow";
import { recordedRefunds } from "@/server/payments/refunds/record";
import { confirmTransfers } from "@/server/payments/watching/finality";
import {
  type BlockRange,
  cursorOf,
  dropFeeLegsIn,
  lockCursor,
  requestsIn,
  takeBackMissing,
} from "@/server/payments/watching/repair";
import { settle } from "@/server/worker/settling/settle";
import { depthOf } from "@/server/worker/transfers/depth";
import { readRange } from "@/server/worker/transfers/read-piece";
import { recordUnderstood, reshare } from "@/server/worker/transfers/record-understood";
import { understand } from "@/server/worker/transfers/understand";

/** Blocks of one commit. */
const PIECE = 1_000n;

/** A command that cannot do what it was asked, and why. */
export class CannotRepair extends Error {
  override readonly name = "CannotRepair";
}

/**
 * What a rescan of this range would change: where ledger and node differ. Writes nothing. Throws `CannotRepair` for a
 * network that was never watched and for blocks that were not processed yet.
 */
export async function planRescan(
  ctx: Ctx,
  chain: ChainAdapter,
  range: BlockRange,
): Promise<AuditDifference[]> {
  await checkRange(ctx, chain, range);
  return (await auditChain(ctx, chain, range))?.differences ?? [];
}

/**
 * Reads a range again and makes the ledger follow it, through the functions of an ordinary pass: what is missing is
 * recorded and announced once, what the node does not have is taken back, sums are added up anew. Safe while workers
 * run, and harmless when repeated. Every piece is a commit of its own.
 */
export async function rescan(ctx: Ctx, chain: ChainAdapter, range: BlockRange): Promise<void> {
  await checkRange(ctx, chain, range);
  for (const piece of piecesOf(range)) await rescanPiece(ctx, chain, piece);
}

async function rescanPiece(ctx: Ctx, chain: ChainAdapter, range: BlockRange): Promise<void> {
  const network = chain.network.id;
  const watch = await everyAddress(ctx, network);
  const piece = await readRange(chain, { ...range, everyNode: true }, watch);
  const understood = await understand(ctx, chain, piece, await recordedRefunds(ctx.db, network, range));
  await inTransaction(ctx, async (tx) => {
    const cursor = await lockCursor(tx, network);
    if (!cursor || cursor.nextBlock <= range.to) {
      throw new ChainError(`${network} was rewound while it was read: run the command again`);
    }
    const known = await requestsIn(tx, network, range);
    await dropFeeLegsIn(tx, network, range);
    const depth = depthOf(chain, { head: cursor.nextBlock - 1n, compared: cursor.finalizedBlock });
    const recorded = await recordUnderstood(ctx, tx, network, understood, { depth, to: range.to });
    const gone = await takeBackMissing(tx, network, range, understood.seen);
    const reshared = await reshare(ctx, tx, network, gone, range.to);
    await dropMissingCollections(tx, network, range, understood.collections);
    const sentBack = await followRefunds(tx, network, understood.refunds, { depth, compared: range });
    const confirmed = await confirmTransfers(tx, network, depth);
    const touched = [...known, ...recorded, ...gone, ...reshared, ...sentBack.requestIds, ...confirmed];
    await lockRequests(tx, touched);
    await addUpAnew(tx, [...new Set(touched)]);
    await settle(tx, touched);
    await announceRefunds(tx, sentBack.refundIds);
    await recordAudit(tx, {
      action: "chain.rescanned",
      subject: network,
      details: {
        from: range.from.toString(),
        to: range.to.toString(),
        recorded: recorded.length,
        takenBack: gone.length,
      },
    });
  });
}

/** Sums are written under these locks, in the order in which settling takes them. */
async function lockRequests(tx: Tx, ids: readonly string[]): Promise<void> {
  const list = JSON.stringify([...new Set(ids)]);
  await tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(sql`${requests.id} in (select json_array_elements_text(${list}::text::json))`)
    .orderBy(asc(requests.id))
    .for("update");
}

async function checkRange(ctx: Ctx, chain: ChainAdapter, { from, to }: BlockRange): Promise<void> {
  const network = chain.network.id;
  const cursor = await cursorOf(ctx, network);
  if (!cursor) throw new CannotRepair(`${network} has never been watched`);
  if (from > to) throw new CannotRepair(`block ${from} is above block ${to}`);
  if (to >= cursor.nextBlock) {
    throw new CannotRepair(`${network} is processed up to block ${cursor.nextBlock - 1n} only`);
  }
}

function* piecesOf({ from, to }: BlockRange): Generator<BlockRange> {
  for (let at = from; at <= to; at += PIECE) {
    yield { from: at, to: at + PIECE - 1n < to ? at + PIECE - 1n : to };
  }
}
