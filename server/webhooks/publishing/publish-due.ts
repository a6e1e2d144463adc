import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { eventSinkCursors, platforms, webhookEvents } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/context";
import { isFree, leaseEnd } from "@/server/lib/database/lease";
import { type EventSink, type SinkEvent, SinkFailed, sinkId } from "@/server/providers/event-sink/sink";

/** Accounts of one pass, and events of an account in it. */
const ACCOUNTS = 50;
const EVENTS = 500;
/** Events that are published before it is looked whether there is time for more. */
const PART = 10;
/** Longer than a part and asking for what is kept can take: eleven answers of a bus, five seconds each. */
const PART_MS = 60_000;
/** Only a process that died loses an account: nothing is begun that could outlast this. */
const LEASE_MS = 2 * PART_MS;
/** Accounts that fail in one pass. It is the bus then, and the others would fail too. */
const MOST_FAILURES = 3;

/**
 * Publishes what the bus has not got yet: of each account in the order of its sequence, from the first event on. The cursor
 * of an account moves once the bus has acknowledged the events and gives the last of them back, so a bus that is away, that
 * forgets or that a process dies over gets them again. An account whose events the bus refuses holds no other up. Several
 * processes share the accounts. Returns how many events were published; throws the first `SinkFailed` at the end.
 */
export async function publishDue(ctx: Ctx, sink: EventSink): Promise<number> {
  let published = 0;
  const failures: unknown[] = [];
  for (const cursor of await claim(ctx)) {
    if (failures.length >= MOST_FAILURES) {
      await release(ctx, cursor, { sequence: cursor.sequence, isFirst: true });
      continue;
    }
    try {
      const last = await publishOf(ctx, sink, cursor);
      await release(ctx, cursor, { sequence: last, isFirst: true });
      published += Number(last - cursor.sequence);
    } catch (error) {
      failures.push(error);
      await release(ctx, cursor, { sequence: cursor.sequence, isFirst: false });
    }
  }
  if (failures.length > 0) throw failures[0];
  return published;
}

/** Publishes events of an account as far as its lease allows. Returns the sequence of the last one that the bus has. */
async function publishOf(ctx: Ctx, sink: EventSink, cursor: Cursor): Promise<bigint> {
  const events = await eventsAfter(ctx, cursor);
  let last: SinkEvent | undefined;
  for (let from = 0; from < events.length && hasTime(ctx, cursor); from += PART) {
    const part = events.slice(from, from + PART);
    await sink.publish(part);
    last = part.at(-1);
  }
  if (!last) return cursor.sequence;
  const kept = await sink.newest(last.platformId);
  if (kept !== sinkId(last)) throw new SinkFailed(`the bus acknowledged ${sinkId(last)} and has ${kept}`);
  return last.sequence;
}

/** By how long ago the account was taken, which is the same by every clock. */
function hasTime(ctx: Ctx, { takenAt }: Cursor): boolean {
  return takenAt.getTime() + LEASE_MS - ctx.now().getTime() >= PART_MS;
}

interface Cursor {
  platformId: string;
  /** The last event that the bus has. */
  sequence: bigint;
  lease: Date;
  /** Before it was taken, by the clock of this process. */
  takenAt: Date;
}

/** Takes accounts that have news and that no other process works on. */
function claim(ctx: Ctx): Promise<Cursor[]> {
  const takenAt = ctx.now();
  const { platformId, sequence, lockedUntil } = eventSinkCursors;
  return inTransaction(ctx, async (tx) => {
    const news = await tx.db
      .select({ platformId: platforms.id })
      .from(platforms)
      .leftJoin(eventSinkCursors, eq(platformId, platforms.id))
      .where(and(gt(platforms.webhookSequence, sql`coalesce(${sequence}, 0)`), isFree(lockedUntil)))
      .orderBy(sql`${lockedUntil} nulls first`, asc(platforms.id))
      .limit(ACCOUNTS);
    if (news.length === 0) return [];
    await tx.db
      .insert(eventSinkCursors)
      .values(news.map((one) => ({ ...one, sequence: 0n })))
      .onConflictDoNothing();
    const free = await tx.db
      .select({ platformId })
      .from(eventSinkCursors)
      .where(
        and(
          inArray(
            platformId,
            news.map((one) => one.platformId),
          ),
          isFree(lockedUntil),
        ),
      )
      .for("update", { skipLocked: true });
    if (free.length === 0) return [];
    const rows = await tx.db
      .update(eventSinkCursors)
      .set({ lockedUntil: leaseEnd(LEASE_MS) })
      .where(
        inArray(
          platformId,
          free.map((one) => one.platformId),
        ),
      )
      .returning({ platformId, sequence, lease: lockedUntil });
    return rows.flatMap(({ lease, ...row }) => (lease === null ? [] : [{ ...row, lease, takenAt }]));
  });
}

async function eventsAfter(ctx: Ctx, cursor: Cursor): Promise<SinkEvent[]> {
  const { platformId, sequence, body } = webhookEvents;
  const rows = await ctx.db
    .select({ platformId, sequence, body })
    .from(webhookEvents)
    .where(and(eq(platformId, cursor.platformId), gt(sequence, cursor.sequence)))
    .orderBy(asc(sequence))
    .limit(EVENTS);
  return rows.flatMap((row) => (row.sequence === null ? [] : [{ ...row, sequence: row.sequence }]));
}

/**
 * Lets go of the account, with how far the bus has come; `isFirst` says whether it comes before those that failed. One whose
 * lease was lost is another process's by now.
 */
async function release(
  ctx: Ctx,
  { platformId, lease }: Cursor,
  { sequence, isFirst }: { sequence: bigint; isFirst: boolean },
): Promise<void> {
  await inTransaction(ctx, (tx) =>
    tx.db
      .update(eventSinkCursors)
      .set({ sequence, lockedUntil: isFirst ? null : leaseEnd(0) })
      .where(and(eq(eventSinkCursors.platformId, platformId), eq(eventSinkCursors.lockedUntil, lease))),
  );
}
