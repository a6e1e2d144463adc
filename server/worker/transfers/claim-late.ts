import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { NO_ADDRESSES } from "@/server/payments/deposit-addresses/watch";
import { claimablePayments, forgetUnclaimed, pruneUnclaimed } from "@/server/payments/recording/unclaimed";
import { announceRefunds } from "@/server/payments/refunds/announce";
import { followRefunds } from "@/server/payments/refunds/follow";
import { recordValues, valueLater } from "@/server/payments/valuing/value-later";
import { type Cursor, moveCursor } from "@/server/payments/watching/cursor";
import { confirmTransfers } from "@/server/payments/watching/finality";
import { settle } from "@/server/worker/settling/settle";
import { settleDue } from "@/server/worker/settling/settle-due";
import { depthOf } from "@/server/worker/transfers/depth";
import type { WatcherMemory } from "@/server/worker/transfers/memory";
import { recordUnderstood } from "@/server/worker/transfers/record-understood";
import { understand } from "@/server/worker/transfers/understand";

/** How often requests are looked for that became visible after their payment, however busy the chain is. */
const CLAIM_EVERY_MS = 2_000;

const PRUNE_EVERY_MS = 60_000;

/** How often payments are looked at again that are held because no price could be had. */
const VALUE_EVERY_MS = 30_000;

/**
 * Payments whose request became visible after their block was read, and requests that are due by the clock; a
 * bounded number at once.
 */
export async function claimLate(
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
  // Nobody can pay at an address before its request is there: arrivals are never late.
  const to = head.latest.number;
  const understood = await understand(ctx, chain, { to, payments, arrivals: [], watch: NO_ADDRESSES });
  await inTransaction(ctx, async (tx) => {
    await moveCursor(tx, cursor, {});
    const depth = depthOf(chain, { head: cursor.nextBlock - 1n, compared: cursor.finalizedBlock });
    const recorded = await recordUnderstood(ctx, tx, network, understood, { depth, to });
    const sentBack = await followRefunds(tx, network, understood.refunds, { depth, compared: null });
    const confirmed = await confirmTransfers(tx, network, depth);
    await settle(tx, [...recorded, ...sentBack.requestIds, ...confirmed]);
    await announceRefunds(tx, sentBack.refundIds);
    await forgetUnclaimed(tx, network, claimable);
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
