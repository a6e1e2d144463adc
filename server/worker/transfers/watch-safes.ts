import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Ctx, inTransaction } from "@/server/context";
import { type Cursor, moveCursor } from "@/server/payments/watching/cursor";
import type { Tracked } from "@/server/secure-payments/safe/follow";
import {
  endedUnseen,
  endSafes,
  followSafes,
  knownUpTo,
  lookAtSafes,
  meaningOfLooks,
  type Seen,
  waitingSafes,
} from "@/server/secure-payments/safe/track";
import { depthOf } from "@/server/worker/transfers/depth";
import type { WatcherMemory } from "@/server/worker/transfers/memory";

/** How often what Safes executed is looked for, where a Safe transaction is waited for. */
const SAFES_EVERY_MS = 2_000;
/** How long a Safe is left aside whose logs no node gave, and all of them after a look that failed. */
const UNREAD_MS = 5 * 60_000;
const FAILED_MS = 30_000;

/**
 * Safe transactions that are waited for: what came of them in blocks whose payments are recorded, in a commit that
 * fails when the cursor moved. A transaction is therefore never called executed before its payment is known. What is known
 * to have come to nothing needs no node; a deadline passes without a look only where nobody could look. A node that does
 * not answer stops no payment, and a Safe whose logs nobody gives stops no other: it is a stranger's contract, and may
 * write more of them than a node answers.
 */
export async function watchSafes(
  ctx: Ctx,
  chain: ChainAdapter,
  cursor: Cursor,
  head: ChainHead,
  memory: WatcherMemory,
): Promise<void> {
  const now = ctx.now().getTime();
  if (!chain.safes || now < memory.safesAt) return;
  memory.safesAt = now + SAFES_EVERY_MS;
  const waiting = await waitingSafes(ctx, chain.network.id);
  if (waiting.length === 0) return memory.unreadSafes.clear();
  const upTo = cursor.nextBlock - 1n;
  const depth = depthOf(chain, { head: upTo, compared: cursor.finalizedBlock }).upTo;
  const state = { upTo, depth, isAtHead: upTo >= head.latest.number };
  const ended = await endKnown(ctx, cursor, knownUpTo(waiting, upTo), state);
  const still = waiting.filter(({ intentId }) => !ended.has(intentId));
  const seen = await look(ctx, chain, still, state, memory);
  if (seen.length > 0) {
    await inTransaction(ctx, async (tx) => {
      await moveCursor(tx, cursor, {});
      await followSafes(tx, seen, { depth, head: head.latest.number });
    });
  }
  const isSeen = new Set(seen.map(({ before }) => before.intentId));
  await endKnown(
    ctx,
    cursor,
    still.filter(({ intentId }) => !isSeen.has(intentId)),
    state,
  );
}

/** Where the watcher of a network stands. */
interface Stand {
  upTo: bigint;
  depth: bigint;
  isAtHead: boolean;
}

/** Ends those that end without a look. Returns their IDs. */
async function endKnown(
  ctx: Ctx,
  cursor: Cursor,
  tracked: readonly Tracked[],
  state: Stand,
): Promise<ReadonlySet<string>> {
  const ended = endedUnseen(tracked, { ...state, now: ctx.now() });
  if (ended.length > 0) {
    await inTransaction(ctx, async (tx) => {
      await moveCursor(tx, cursor, {});
      await endSafes(tx, ended);
    });
  }
  return new Set(ended.map(({ before }) => before.intentId));
}

/** Nothing where no node answers at the moment. */
async function look(
  ctx: Ctx,
  chain: ChainAdapter,
  waiting: readonly Tracked[],
  { upTo, depth }: Stand,
  memory: WatcherMemory,
): Promise<Seen[]> {
  const now = ctx.now().getTime();
  const { unreadSafes } = memory;
  const network = chain.network.id;
  const isLeft = ({ safe }: Tracked) => (unreadSafes.get(safe) ?? 0) > now;
  const doubtful = new Set<Hex>(waiting.flatMap(({ safe }) => (unreadSafes.has(safe) ? [safe] : [])));
  try {
    const asked = waiting.filter((one) => !isLeft(one));
    const sightings = await lookAtSafes(chain, asked, upTo, doubtful);
    const { seen, unasked } = await meaningOfLooks(chain, sightings, { depth });
    for (const { before } of seen) unreadSafes.delete(before.safe);
    const left = [...sightings.unread, ...unasked];
    for (const safe of left) unreadSafes.set(safe, now + UNREAD_MS);
    if (left.length > 0) {
      ctx.log.warn({ network, safes: left }, "what Safes did cannot be had: they are left aside");
    }
    return seen;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    ctx.log.warn({ network, reason: error.message }, "Safes could not be looked at");
    memory.safesAt = now + FAILED_MS;
    return [];
  }
}
