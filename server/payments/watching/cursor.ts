import { and, desc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { chainBlocks, chainCursors } from "@/db/schema";
import type { BlockRef } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Reader, Tx } from "@/server/context";
import { inTransaction } from "@/server/context";

export type Cursor = typeof chainCursors.$inferSelect;
export type KnownBlock = Pick<typeof chainBlocks.$inferSelect, "number" | "hash" | "time">;

/** A worker that does not come back within this time has lost its chain to another. */
const LEASE_SECONDS = 5;

/** Thrown inside a commit when another worker has moved the cursor: nothing of this pass counts. */
export class CursorMoved extends Error {
  override readonly name = "CursorMoved";
}

/**
 * Takes or keeps the lease on a chain, so that two workers do not do the same work. Returns the cursor, or
 * null while another worker holds it. `passedAt` is when a pass of this worker last ended well: an idle chain is
 * being watched too, one that cannot be read is not. The lease only saves work: correctness comes from `moveCursor`.
 * Measured by the database's clock, which all workers share.
 */
export async function leaseCursor(
  ctx: Ctx,
  network: NetworkId,
  owner: string,
  passedAt: Date | null = null,
): Promise<Cursor | null> {
  const half = sql`make_interval(secs => ${LEASE_SECONDS / 2})`;
  const [found] = await ctx.db
    .select({
      current: chainCursors,
      isFresh: sql<boolean>`coalesce(${chainCursors.leaseUntil} > clock_timestamp() + ${half}, false)`,
    })
    .from(chainCursors)
    .where(eq(chainCursors.network, network));
  if (!found) return null;
  // Renewed only in its second half: one write less on the way from block to webhook.
  if (found.current.leaseOwner === owner && found.isFresh) return found.current;
  return inTransaction(ctx, async (tx) => {
    const [leased] = await tx.db
      .update(chainCursors)
      .set({
        ...(passedAt && {
          lastPassAt: sql`greatest(${chainCursors.lastPassAt}, ${passedAt.toISOString()}::timestamptz)`,
        }),
        leaseOwner: owner,
        leaseUntil: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where(
        and(
          eq(chainCursors.network, network),
          sql`(${chainCursors.leaseOwner} = ${owner} or ${chainCursors.leaseUntil} is null
            or ${chainCursors.leaseUntil} < clock_timestamp())`,
        ),
      )
      .returning();
    return leased ?? null;
  });
}

/** Gives the chain back on a graceful stop. */
export async function releaseCursor(ctx: Ctx, network: NetworkId, owner: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .update(chainCursors)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(and(eq(chainCursors.network, network), eq(chainCursors.leaseOwner, owner)));
  });
}

/** The first cursor of a chain. A second worker that is as early does nothing. */
export async function createCursor(tx: Tx, network: NetworkId, startBlock: bigint): Promise<void> {
  await tx.db
    .insert(chainCursors)
    .values({
      network,
      startBlock,
      nextBlock: startBlock,
      finalizedBlock: startBlock - 1n,
      headBlock: startBlock,
    })
    .onConflictDoNothing();
}

/**
 * Moves the cursor in the commit of a pass, and only from where that pass read it. Locks the row until the
 * commit, so that passes of one chain are strictly one after another. Returns it as it stands then. Throws
 * `CursorMoved`.
 */
export async function moveCursor(
  tx: Tx,
  cursor: Cursor,
  to: Partial<Pick<Cursor, "nextBlock" | "finalizedBlock" | "headBlock" | "haltedReason">>,
): Promise<Cursor> {
  const [moved] = await tx.db
    .update(chainCursors)
    .set({ ...to, lastPassAt: tx.now() })
    .where(
      and(
        eq(chainCursors.network, cursor.network),
        eq(chainCursors.nextBlock, cursor.nextBlock),
        eq(chainCursors.finalizedBlock, cursor.finalizedBlock),
        eq(chainCursors.leaseOwner, cursor.leaseOwner ?? ""),
      ),
    )
    .returning();
  if (!moved) throw new CursorMoved(`another worker moved the cursor of ${cursor.network}`);
  return moved;
}

/** Remembers hashes of processed blocks; they decide later whether the chain was rewritten. */
export async function rememberBlocks(tx: Tx, network: NetworkId, blocks: readonly BlockRef[]): Promise<void> {
  if (blocks.length === 0) return;
  await tx.db
    .insert(chainBlocks)
    .values(blocks.map(({ number, hash, parentHash, time }) => ({ network, number, hash, parentHash, time })))
    .onConflictDoUpdate({
      target: [chainBlocks.network, chainBlocks.number],
      set: {
        hash: sql`excluded.hash`,
        parentHash: sql`excluded.parent_hash`,
        time: sql`excluded.time`,
      },
    });
}

/** Forgets blocks above a common ancestor. */
export async function forgetBlocksAbove(tx: Tx, network: NetworkId, ancestor: bigint): Promise<void> {
  await tx.db
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.network, network), gt(chainBlocks.number, ancestor)));
}

/** Forgets blocks below the newest final one, whose hash is kept as the anchor. */
export async function forgetBlocksBelow(tx: Tx, network: NetworkId, finalized: bigint): Promise<void> {
  await tx.db
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.network, network), lt(chainBlocks.number, finalized)));
}

/** The newest block that was processed, or null before the first. */
export async function newestKnownBlock(db: Reader, network: NetworkId): Promise<KnownBlock | null> {
  const [block] = await db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash, time: chainBlocks.time })
    .from(chainBlocks)
    .where(eq(chainBlocks.network, network))
    .orderBy(desc(chainBlocks.number))
    .limit(1);
  return block ?? null;
}

/** Known blocks from the newest down, not older than `from`. */
export async function knownBlocks(db: Reader, network: NetworkId, from: bigint): Promise<KnownBlock[]> {
  return db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash, time: chainBlocks.time })
    .from(chainBlocks)
    .where(and(eq(chainBlocks.network, network), gte(chainBlocks.number, from)))
    .orderBy(desc(chainBlocks.number));
}
