import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { type Cursor, moveCursor } from "@/server/payments/cursor";
import { followSafes, lookAtSafes } from "@/server/secure-payments/safe/track";
import { depthOf } from "@/server/worker/transfers/depth";
import type { WatcherMemory } from "@/server/worker/transfers/memory";

/** How often what Safes executed is looked for, where a Safe transaction is waited for. */
const SAFES_EVERY_MS = 2_000;

/**
 * Safe transactions that are waited for: what came of them in blocks whose payments are recorded, in a commit that
 * fails when the cursor moved. A transaction is therefore never called executed before its payment is known. It comes
 * last: a node that does not answer it stops no payment.
 */
export async function watchSafes(
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
