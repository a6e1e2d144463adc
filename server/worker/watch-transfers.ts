import type {
  BlockRef,
  ChainAdapter,
  ChainHead,
  PaymentLog,
  ShownTransaction,
} from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { withDepositors } from "@/server/crosschain/payers";
import {
  type Cursor,
  CursorMoved,
  createCursor,
  forgetBlocksBelow,
  type KnownBlock,
  leaseCursor,
  moveCursor,
  newestKnownBlock,
  rememberBlocks,
} from "@/server/payments/cursor";
import { provePayments } from "@/server/payments/prove";
import {
  confirmTransfers,
  dropOrphans,
  finalizeTransfers,
  recordedTransactions,
  recordFeeLegs,
  recordTransfers,
  type SeenTransfer,
} from "@/server/payments/record";
import {
  claimablePayments,
  forgetUnclaimed,
  keepUnclaimed,
  pruneUnclaimed,
  UNCLAIMED_MS,
} from "@/server/payments/unclaimed";
import { recordValues, valueLater } from "@/server/payments/valuing/value-later";
import { valueSeen } from "@/server/payments/valuing/value-seen";
import { loseTransfers } from "@/server/requests/settling/lose-transfers";
import { recallCorrected } from "@/server/requests/settling/recall-corrected";
import { withPayerEoas } from "@/server/secure-payments/intents/payer-eoa";
import { withSafePayers } from "@/server/secure-payments/safe/native-payer";
import { followSafes, lookAtSafes } from "@/server/secure-payments/safe/track";
import { reorganise } from "@/server/worker/reorganise";
import { settle } from "@/server/worker/settle";
import { settleDue } from "@/server/worker/settle-due";

/** Within this distance of the head blocks are read one by one, by hash. */
const TIP_BLOCKS = 8n;
/** Blocks of one commit when catching up: bounds what a crash repeats and what a commit holds. */
const RANGE_BLOCKS = 1_000n;
/** How far finality may run ahead before the range that became final is compared again. */
const FINALITY_STEP = 16n;
/** So far behind, comparing goes before reading: on a fast chain there is always a new block. */
const FINALITY_OVERDUE = 8n * FINALITY_STEP;
/** How often requests are looked for that became visible after their payment, however busy the chain is. */
const CLAIM_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 60_000;
/** How often what Safes executed is looked for, where a Safe transaction is waited for. */
const SAFES_EVERY_MS = 2_000;
/** How often payments are looked at again that are held because no price could be had. */
const VALUE_EVERY_MS = 30_000;

/** How far finality is let run ahead: not at all where payments wait for it. */
function patienceOf({ confirmations }: ChainAdapter): { step: bigint; overdue: bigint } {
  if (confirmations === "finalized") return { step: 1n, overdue: 1n };
  return { step: FINALITY_STEP, overdue: FINALITY_OVERDUE };
}

/**
 * The newest block whose payments count, when `head` is the newest block known and `compared` the newest final one
 * that was compared with the node once more.
 */
export function depthOf(
  { confirmations }: ChainAdapter,
  { head, compared }: { head: bigint; compared: bigint },
): { upTo: bigint; compared: bigint } {
  return { upTo: confirmations === "finalized" ? compared : head - BigInt(confirmations) + 1n, compared };
}

/** What a watcher keeps between passes; losing it costs nothing. */
export interface WatcherMemory {
  /** When a pass of this worker last ended well. */
  passedAt: Date | null;
  claimedAt: number;
  prunedAt: number;
  safesAt: number;
  valuedAt: number;
  /** Payment after which the next look at those that are held without a price begins. */
  valuedUpTo: string;
}

export function newWatcherMemory(): WatcherMemory {
  return { passedAt: null, claimedAt: 0, prunedAt: 0, safesAt: 0, valuedAt: 0, valuedUpTo: "" };
}

/** What a pass has read from the chain up to block `to`. */
interface Piece {
  to: bigint;
  payments: PaymentLog[];
  /** Headers of every block, where they were read one by one and follow each other. */
  blocks?: BlockRef[];
}

/**
 * One pass over one chain: look outside, then commit once. Progress and effect are one commit, so a crash at
 * any line is safe; a second worker's commit fails on the cursor. Replaying a range is harmless.
 */
export async function watchTransfers(
  ctx: Ctx,
  chain: ChainAdapter,
  owner: string,
  memory: WatcherMemory = newWatcherMemory(),
): Promise<"idle" | "more"> {
  const network = chain.network.id;
  const head = await chain.head();
  const cursor =
    (await leaseCursor(ctx, network, owner, memory.passedAt)) ?? (await firstCursor(ctx, chain, head, owner));
  if (!cursor) return "idle";
  try {
    const outcome = await pass(ctx, chain, head, cursor, memory);
    memory.passedAt = ctx.now();
    return outcome;
  } catch (error) {
    if (error instanceof CursorMoved) return "more";
    throw error;
  }
}

async function firstCursor(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  owner: string,
): Promise<Cursor | null> {
  const network = chain.network.id;
  await inTransaction(ctx, (tx) => createCursor(tx, network, chain.startBlock ?? head.latest.number));
  return leaseCursor(ctx, network, owner);
}

async function pass(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  memory: WatcherMemory,
): Promise<"idle" | "more"> {
  const last = await newestKnownBlock(ctx.db, chain.network.id);
  const found = await reorganise(ctx, chain, head, cursor, last);
  if (found !== "same_chain") return found === "rewound" ? "more" : "idle";

  const step = await advance(ctx, chain, head, cursor, last);
  await claimLate(ctx, chain, step.cursor, head, memory);
  await watchSafes(ctx, chain, step.cursor, head, memory);
  return step.outcome;
}

/** What a step did: the cursor as it stands after it, and whether there is more to do at once. */
interface Step {
  cursor: Cursor;
  outcome: "idle" | "more";
}

/** Reads on towards the head, or compares what has become final, or finds nothing to do. */
async function advance(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  last: KnownBlock | null,
): Promise<Step> {
  const processed = cursor.nextBlock - 1n;
  const finalized = head.finalized < processed ? head.finalized : processed;
  const toCompare = finalized - cursor.finalizedBlock;
  const { step, overdue } = patienceOf(chain);
  if (head.latest.number >= cursor.nextBlock && toCompare < overdue) {
    const piece = await readPiece(chain, head, cursor, last?.hash ?? null);
    const moved = await commitPiece(ctx, chain, head, cursor, piece);
    return { cursor: moved, outcome: piece.to < head.latest.number ? "more" : "idle" };
  }
  if (toCompare >= step) return { cursor: await finalize(ctx, chain, cursor, finalized), outcome: "more" };
  return { cursor, outcome: "idle" };
}

/** Reads from the cursor towards the head: a range while far behind, single blocks by hash at the tip. */
async function readPiece(
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  lastHash: string | null,
): Promise<Piece> {
  const from = cursor.nextBlock;
  const tip = head.latest.number;
  if (tip - from < TIP_BLOCKS) return readTip(chain, from, head.latest, lastHash);
  let to = from + RANGE_BLOCKS - 1n;
  if (to > tip) to = tip;
  // A range that straddles finality would have to be compared twice.
  if (from <= head.finalized && to > head.finalized) to = head.finalized;
  // What is final already is read this once.
  return { to, payments: await chain.logsOfRange(from, to, { everyNode: to <= head.finalized }) };
}

async function readTip(
  chain: ChainAdapter,
  from: bigint,
  tip: BlockRef,
  lastHash: string | null,
): Promise<Piece> {
  const numbers = Array.from({ length: Number(tip.number - from) }, (_, i) => from + BigInt(i));
  const blocks = [...(await chain.blocks(numbers)).map(known), tip];
  let parent = lastHash;
  for (const block of blocks) {
    if (parent && block.parentHash !== parent) {
      throw new ChainError(`block ${block.number} does not follow the one before: the chain is moving`);
    }
    parent = block.hash;
  }
  const logs = await Promise.all(blocks.map((block) => chain.logsOfBlock(block)));
  return { to: tip.number, blocks, payments: logs.flat() };
}

/** Headers of the last block of a range and of all blocks with these payments. */
async function blocksOf(
  chain: ChainAdapter,
  payments: readonly PaymentLog[],
  to: bigint,
): Promise<BlockRef[]> {
  const numbers = [...new Set([...payments.map((payment) => payment.blockNumber), to])];
  return (await chain.blocks(numbers)).map(known);
}

function known(block: BlockRef | null): BlockRef {
  if (!block) throw new ChainError("node does not have a block below its own head");
  return block;
}

async function commitPiece(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  piece: Piece,
): Promise<Cursor> {
  const network = chain.network.id;
  const { blocks, seen, fees, unclaimed } = await understand(ctx, chain, piece);
  // Only where nothing waits to be compared below: finality must not jump over it.
  const isFinal = piece.to <= head.finalized && cursor.finalizedBlock + 1n === cursor.nextBlock;
  const recent = unclaimed.filter((log) => isRecent(chain, head, log.blockNumber));
  return inTransaction(ctx, async (tx) => {
    const moved = await moveCursor(tx, cursor, {
      nextBlock: piece.to + 1n,
      headBlock: head.latest.number,
      ...(isFinal ? { finalizedBlock: piece.to } : {}),
    });
    await rememberBlocks(tx, network, isFinal ? blocks.filter((b) => b.number === piece.to) : blocks);
    if (isFinal) await forgetBlocksBelow(tx, network, piece.to);
    const recorded = await recordSeen(ctx, tx, network, seen);
    await recordFeeLegs(tx, network, fees);
    await keepUnclaimed(tx, network, recent);
    // What is gone goes before anything is confirmed, so that it is not confirmed for a moment and announced.
    const range = { from: cursor.nextBlock, to: piece.to };
    const gone = isFinal ? await finalizeTransfers(tx, network, range, seen) : [];
    const at = { head: head.latest.number, compared: moved.finalizedBlock };
    const confirmed = await confirmTransfers(tx, network, depthOf(chain, at));
    await settle(tx, [...recorded, ...gone, ...confirmed]);
    if (isFinal) await loseTransfers(tx, await dropOrphans(tx, network, piece.to));
    return moved;
  });
}

/**
 * Matches payments to requests, and asks the chain about those that match: whether their receipts bear them out, who
 * paid, and whether their blocks are still what they were when the logs were read. Strangers' payments cost nothing
 * more. `alsoAt` are transactions that are recorded in the range.
 */
export async function understand(
  ctx: Ctx,
  chain: ChainAdapter,
  piece: Piece,
  alsoAt: readonly ShownTransaction[] = [],
) {
  const network = chain.network.id;
  const proven = await provePayments(ctx.db, chain, piece.payments, alsoAt);
  const { fees, unclaimed, corrected } = proven;
  const ofSafes = await withSafePayers(ctx, chain, proven.matches);
  const matches = await withDepositors(ctx.db, await withPayerEoas(ctx, chain, ofSafes));
  const named = [...matches, ...fees].map(({ log }) => log);
  const blocks = piece.blocks ?? (await blocksOf(chain, named, piece.to));
  const known = new Map(blocks.map((block) => [block.number, block]));
  for (const { blockNumber, blockHash } of named) {
    if (known.get(blockNumber)?.hash !== blockHash) {
      throw new ChainError(`block ${blockNumber} was replaced while it was read`);
    }
  }
  const seen = matches.flatMap((match): SeenTransfer[] => {
    const block = known.get(match.log.blockNumber);
    return block ? [{ ...match, blockTime: block.time }] : [];
  });
  if (corrected.length > 0) {
    ctx.log.warn(
      { network, txHashes: corrected.slice(0, 20) },
      "receipts say something else than logs: believed",
    );
  }
  return { blocks, seen: await valueSeen(ctx, network, seen), fees, unclaimed };
}

/** Records what was seen, and takes announcements back that said something else. Returns the requests to settle. */
export async function recordSeen(
  ctx: Ctx,
  tx: Tx,
  network: NetworkId,
  seen: readonly SeenTransfer[],
): Promise<string[]> {
  const { requestIds, corrections } = await recordTransfers(tx, network, seen);
  for (const { before, after } of corrections) {
    const { txHash, position } = after;
    const change = { from: before.amount, to: after.amount };
    ctx.log.warn({ network, txHash, position, change }, "a recorded payment was corrected");
  }
  await recallCorrected(tx, corrections);
  return requestIds;
}

function isRecent(chain: ChainAdapter, head: ChainHead, block: bigint): boolean {
  return Number(head.latest.number - block) * chain.network.blockTimeMs <= UNCLAIMED_MS;
}

/** Compares a range that has become final once more with the node, then calls its transfers final. */
async function finalize(ctx: Ctx, chain: ChainAdapter, cursor: Cursor, upTo: bigint): Promise<Cursor> {
  const network = chain.network.id;
  const from = cursor.finalizedBlock + 1n;
  const to = upTo - from >= RANGE_BLOCKS ? from + RANGE_BLOCKS - 1n : upTo;
  const payments = await chain.logsOfRange(from, to, { everyNode: true });
  const recorded = await recordedTransactions(ctx.db, network, { from, to });
  const { blocks, seen, fees } = await understand(ctx, chain, { to, payments }, recorded);
  return inTransaction(ctx, async (tx) => {
    const moved = await moveCursor(tx, cursor, { finalizedBlock: to });
    await rememberBlocks(
      tx,
      network,
      blocks.filter((block) => block.number === to),
    );
    await forgetBlocksBelow(tx, network, to);
    const missed = await recordSeen(ctx, tx, network, seen);
    await recordFeeLegs(tx, network, fees);
    const gone = await finalizeTransfers(tx, network, { from, to }, seen);
    const at = { head: cursor.nextBlock - 1n, compared: to };
    const confirmed = await confirmTransfers(tx, network, depthOf(chain, at));
    await settle(tx, [...missed, ...gone, ...confirmed]);
    await loseTransfers(tx, await dropOrphans(tx, network, to));
    return moved;
  });
}

/**
 * Payments whose request became visible after their block was read, and requests that are due by the clock; a
 * bounded number at once.
 */
async function claimLate(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  head: ChainHead,
  memory: WatcherMemory,
): Promise<void> {
  const network = chain.network.id;
  const now = ctx.now().getTime();
  if (now - memory.claimedAt < CLAIM_EVERY_MS) return;
  memory.claimedAt = now;
  await settleDue(ctx, network);
  if (now - memory.prunedAt >= PRUNE_EVERY_MS) {
    const hasMore = await inTransaction(ctx, (tx) => pruneUnclaimed(tx, network));
    if (!hasMore) memory.prunedAt = now;
  }
  if (now - memory.valuedAt >= VALUE_EVERY_MS) await valueHeld(ctx, chain, cursor, memory);
  const claimable = await claimablePayments(ctx.db, network);
  if (claimable.length === 0) return;
  const numbers = [...new Set(claimable.map((claim) => claim.blockNumber))];
  const payments = (await Promise.all(numbers.map((number) => chain.logsOfRange(number, number)))).flat();
  const { seen, fees } = await understand(ctx, chain, { to: head.latest.number, payments });
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, {});
    const recorded = await recordSeen(ctx, tx, network, seen);
    await recordFeeLegs(tx, network, fees);
    const at = { head: cursor.nextBlock - 1n, compared: cursor.finalizedBlock };
    const confirmed = await confirmTransfers(tx, network, depthOf(chain, at));
    await settle(tx, [...recorded, ...confirmed]);
    await forgetUnclaimed(tx, network, claimable);
  });
}

/**
 * Safe transactions that are waited for: what came of them in blocks whose payments are recorded, in a commit that
 * fails when the cursor moved. A transaction is therefore never called executed before its payment is known. It comes
 * last: a node that does not answer it stops no payment.
 */
async function watchSafes(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  head: ChainHead,
  memory: WatcherMemory,
): Promise<void> {
  const now = ctx.now().getTime();
  if (now - memory.safesAt < SAFES_EVERY_MS) return;
  memory.safesAt = now;
  const upTo = cursor.nextBlock - 1n;
  const sightings = await lookAtSafes(ctx, chain, upTo);
  if (sightings === null) return;
  const depth = depthOf(chain, { head: upTo, compared: cursor.finalizedBlock }).upTo;
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, {});
    await followSafes(tx, chain, sightings, { depth, isAtHead: sightings.to >= head.latest.number });
  });
}

/** Payments that were held because no price could be had, and can be valued now; a bounded number. */
async function valueHeld(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  memory: WatcherMemory,
): Promise<void> {
  memory.valuedAt = ctx.now().getTime();
  const network = chain.network.id;
  const { valued, nextAfter } = await valueLater(ctx, network, memory.valuedUpTo);
  memory.valuedUpTo = nextAfter ?? "";
  if (valued.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, {});
    await settle(tx, await recordValues(tx, valued));
  });
  ctx.log.info({ network, payments: valued.length }, "held payments are valued");
}
