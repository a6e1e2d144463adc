import { and, asc, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { chainCursors, watcherParts } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import { type Ctx, inTransaction, type Reader, type Tx } from "@/server/context";
import type { Cursor } from "@/server/payments/watching/cursor";

/** A part of a network's payments, and how far it is recorded. */
export type Part = typeof watcherParts.$inferSelect;

/** A worker that commits nothing for so long has lost its part: the watcher no longer waits for it. */
const LEASE_SECONDS = 10;

/** Thrown inside the commit of a part that is no longer where this worker has left it: nothing of it counts. */
export class PartMoved extends Error {
  override readonly name = "PartMoved";
}

/** Into how many parts an operator splits a network; 1 is one worker for all of it. */
export function partsWanted({ networks }: Pick<Config, "networks">, network: NetworkId): number {
  return networks[network]?.watcherParts ?? 1;
}

/**
 * The part, counted from 0, that records payments with this reference (`topic1`): all of one request in one part, so that
 * they are recorded in the order of the chain. The hash of a reference is spread evenly by itself.
 */
export function partOfReference(topic1: string, parts: number): number {
  return Number.parseInt(topic1.slice(-8), 16) % parts;
}

/**
 * Whether blocks may be recorded ahead of the watcher: only where everything that it has read is final and compared, so
 * that what is final comes next.
 */
export function isCatchingUp(cursor: Pick<Cursor, "haltedReason" | "finalizedBlock" | "nextBlock">): boolean {
  return cursor.haltedReason === null && cursor.finalizedBlock + 1n === cursor.nextBlock;
}

const isHeld = sql<boolean>`coalesce(${watcherParts.leaseOwner} is not null
  and ${watcherParts.leaseUntil} > clock_timestamp(), false)`;
const isFree = sql`not ${isHeld}`;
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** The parts of a network, and whether a worker records each of them at the moment. Measured by the database's clock. */
export async function partsOfNetwork(
  db: Reader,
  network: NetworkId,
): Promise<{ part: Part; isHeld: boolean }[]> {
  return db
    .select({ part: watcherParts, isHeld })
    .from(watcherParts)
    .where(eq(watcherParts.network, network))
    .orderBy(asc(watcherParts.part));
}

/** The part of a network that this worker took last; null where it has none. */
export async function partOf(db: Reader, network: NetworkId, owner: string): Promise<Part | null> {
  const [part] = await db
    .select()
    .from(watcherParts)
    .where(and(eq(watcherParts.network, network), eq(watcherParts.leaseOwner, owner)));
  return part ?? null;
}

/** Whether a worker could take a part of this network. */
export async function hasFreePart(db: Reader, network: NetworkId): Promise<boolean> {
  const [found] = await db
    .select({ one: sql`1` })
    .from(watcherParts)
    .where(and(eq(watcherParts.network, network), gt(watcherParts.parts, 1), isFree))
    .limit(1);
  return found !== undefined;
}

/**
 * Splits a network into so many parts; 1 ends the split. Parts of before are gone, whoever holds them: what they have
 * recorded stays, and new ones begin at the watcher's block. Only in a transaction that has moved the cursor.
 */
export async function splitNetwork(tx: Tx, cursor: Cursor, parts: number): Promise<void> {
  const { network, nextBlock } = cursor;
  const gone = await tx.db
    .delete(watcherParts)
    .where(eq(watcherParts.network, network))
    .returning({ recordedTo: watcherParts.recordedTo });
  // What is recorded ahead is compared with what the watcher reads, whoever recorded it.
  const [recordedTo = nextBlock - 1n] = [...gone.map((one) => one.recordedTo), nextBlock - 1n].sort((a, b) =>
    a > b ? -1 : 1,
  );
  if (parts === 1 && recordedTo < nextBlock) return;
  await tx.db
    .insert(watcherParts)
    .values(Array.from({ length: parts }, (_, part) => ({ network, part, parts, nextBlock, recordedTo })));
  tx.wake("watcher_parts");
}

/** Takes a part that nobody records, from the watcher's block on; null where there is none. */
export async function takePart(ctx: Ctx, network: NetworkId, owner: string): Promise<Part | null> {
  return inTransaction(ctx, async (tx) => {
    const free = tx.db
      .select({ part: watcherParts.part })
      .from(watcherParts)
      .where(and(eq(watcherParts.network, network), gt(watcherParts.parts, 1), isFree))
      .orderBy(asc(watcherParts.part))
      .limit(1)
      .for("update", { skipLocked: true });
    const next = tx.db
      .select({ nextBlock: chainCursors.nextBlock })
      .from(chainCursors)
      .where(eq(chainCursors.network, network));
    const [taken] = await tx.db
      .update(watcherParts)
      .set({
        leaseOwner: owner,
        leaseUntil: leaseEnd,
        nextBlock: sql`greatest(${watcherParts.nextBlock}, ${next})`,
      })
      .where(and(eq(watcherParts.network, network), sql`${watcherParts.part} = (${free})`))
      .returning();
    if (taken) tx.wake("watcher_parts");
    return taken ?? null;
  });
}

/**
 * Moves a part in the commit of what was recorded of it, and only from where it was read: locks its row until the commit, so
 * that a worker that has lost it writes nothing. Renews the lease. Throws `PartMoved`.
 */
export async function movePart(tx: Tx, part: Part, nextBlock: bigint): Promise<Part> {
  const [moved] = await tx.db
    .update(watcherParts)
    .set({
      nextBlock,
      recordedTo: sql`greatest(${watcherParts.recordedTo}, ${nextBlock - 1n}::bigint)`,
      leaseUntil: leaseEnd,
    })
    .where(
      and(
        eq(watcherParts.network, part.network),
        eq(watcherParts.part, part.part),
        eq(watcherParts.parts, part.parts),
        eq(watcherParts.nextBlock, part.nextBlock),
        eq(watcherParts.leaseOwner, part.leaseOwner ?? ""),
      ),
    )
    .returning();
  if (!moved) throw new PartMoved(`part ${part.part} of ${part.network} was moved`);
  tx.wake("watcher_parts");
  return moved;
}

/** Gives a part back: nothing final is left, or the worker ends. */
export async function givePartBack(ctx: Ctx, network: NetworkId, owner: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const given = await tx.db
      .update(watcherParts)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(and(eq(watcherParts.network, network), eq(watcherParts.leaseOwner, owner)))
      .returning({ part: watcherParts.part });
    if (given.length > 0) tx.wake("watcher_parts");
  });
}

/**
 * Takes parts along to where the watcher has come, in its commit. Waits for what a worker is just committing of these blocks;
 * what it commits of them later is refused.
 */
export async function passParts(tx: Tx, network: NetworkId, to: bigint): Promise<void> {
  await tx.db
    .update(watcherParts)
    .set({
      nextBlock: to + 1n,
      leaseOwner: sql`case when ${isHeld} then ${watcherParts.leaseOwner} end`,
    })
    .where(
      and(
        eq(watcherParts.network, network),
        isNotNull(watcherParts.leaseOwner),
        lte(watcherParts.nextBlock, to),
      ),
    );
}

/**
 * Stops all parts in the commit that has the watcher go on from this block: what workers are just recording is waited for, what
 * they commit later is refused. Returns whether something may have been recorded ahead of it.
 */
export async function stopParts(tx: Tx, network: NetworkId, nextBlock: bigint): Promise<boolean> {
  const stopped = await tx.db
    .update(watcherParts)
    .set({ nextBlock, leaseOwner: null, leaseUntil: null })
    .where(eq(watcherParts.network, network))
    .returning({ recordedTo: watcherParts.recordedTo });
  return stopped.some(({ recordedTo }) => recordedTo >= nextBlock);
}
