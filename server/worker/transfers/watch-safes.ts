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
  lookAtSafes,
  type SafeSightings,
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
 * fails when the cursor moved. A transaction is therefore never called executed before its payment is known. Deadlines
 * come first, since they need no node. A node that does not answer stops no payment, and a Safe whose logs nobody gives
 * stops no other: it is a stranger's contract, and may write more of them than a node answers.
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
  const isAtHead = upTo >= head.latest.number;
  const ended = endedUnseen(waiting, { upTo, depth, isAtHead, now: ctx.now() });
  if (ended.length > 0) {
    await inTransaction(ctx, async (tx) => {
      await moveCursor(tx, cursor, {});
      await endSafes(tx, ended);
    });
  }
  const isOver = new Set(ended.map(({ before }) => before.intentId));
  const still = waiting.filter(({ intentId }) => !isOver.has(intentId));
  const sightings = await look(ctx, chain, still, upTo, memory);
  if (sightings === null) return;
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, {});
    await followSafes(tx, chain, sightings, { depth, head: head.latest.number });
  });
}

/** Null where no node answers at the moment. */
async function look(
  ctx: Ctx,
  chain: ChainAdapter,
  waiting: readonly Tracked[],
  upTo: bigint,
  memory: WatcherMemory,
): Promise<SafeSightings | null> {
  const now = ctx.now().getTime();
  const { unreadSafes } = memory;
  const network = chain.network.id;
  const isLeft = ({ safe }: Tracked) => (unreadSafes.get(safe) ?? 0) > now;
  const doubtful = new Set<Hex>(waiting.flatMap(({ safe }) => (unreadSafes.has(safe) ? [safe] : [])));
  try {
    const asked = waiting.filter((one) => !isLeft(one));
    const sightings = await lookAtSafes(chain, asked, upTo, doubtful);
    for (const { tracked } of sightings.looks) for (const { safe } of tracked) unreadSafes.delete(safe);
    for (const safe of sightings.unread) unreadSafes.set(safe, now + UNREAD_MS);
    if (sightings.unread.length > 0) {
      ctx.log.warn({ network, safes: sightings.unread }, "logs of Safes cannot be had: they are left aside");
    }
    return sightings;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    ctx.log.warn({ network, reason: error.message }, "Safes could not be looked at");
    memory.safesAt = now + FAILED_MS;
    return null;
  }
}
