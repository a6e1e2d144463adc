import { and, desc, eq, lt, lte, type SQL, sql } from "drizzle-orm";
import { listRanks } from "@/db/schema";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import {
  after,
  before,
  CHECKPOINT_AFTER_MS,
  CHECKPOINT_EVERY,
  type Checkpoint,
  listKey,
  order,
  type RankedList,
} from "@/server/lib/ranked-list/list";

/** Rows looked at in one commit: the first reading of a very long list advances in bounded steps. */
const ROWS_PER_STEP = 20 * CHECKPOINT_EVERY;
/** How far the clocks of two processes may differ. */
const CLOCK_SKEW_MS = 60_000;

/** The last checkpoint of a list, or the last one that fits a condition; null when there is none. */
export async function findCheckpoint(
  ctx: Pick<Reads, "db">,
  list: RankedList,
  bound: { rank?: number; before?: Date } = {},
): Promise<Checkpoint | null> {
  const [checkpoint] = await ctx.db
    .select({ rank: listRanks.rank, ordinal: listRanks.ordinal, at: listRanks.at, id: listRanks.id })
    .from(listRanks)
    .where(
      and(
        eq(listRanks.platformId, list.platformId),
        eq(listRanks.list, listKey(list)),
        bound.rank === undefined ? undefined : lte(listRanks.rank, bound.rank),
        bound.before === undefined ? undefined : lt(listRanks.at, bound.before),
      ),
    )
    .orderBy(desc(listRanks.rank), desc(listRanks.ordinal))
    .limit(1);
  return checkpoint ?? null;
}

const running = new Map<string, Promise<void>>();

/**
 * Notes the checkpoints that are missing among the rows old enough for them. Calls of this process for the same
 * list share one run; other processes take turns with it, step by step.
 */
export function addCheckpoints(ctx: Ctx, list: RankedList): Promise<void> {
  const key = `${list.platformId}:${listKey(list)}`;
  const current = running.get(key) ?? run(ctx, list).finally(() => running.delete(key));
  running.set(key, current);
  return current;
}

async function run(ctx: Ctx, list: RankedList): Promise<void> {
  while (
    (await inTransaction(ctx, (tx) => addSomeCheckpoints(tx, list))) * CHECKPOINT_EVERY ===
    ROWS_PER_STEP
  );
}

/** One step; returns how many checkpoints it made. */
async function addSomeCheckpoints(tx: Tx, list: RankedList): Promise<number> {
  await lockCheckpoints(tx, list.platformId);
  const last = await findCheckpoint(tx, list);
  const cutoff = new Date(tx.now().getTime() - CHECKPOINT_AFTER_MS);
  const rows = sql`
    select ${list.time ?? sql`null::timestamptz`} as at, ${list.id} as id, ${list.filter ?? sql`true`} as hit,
      row_number() over (order by ${order(list, "asc")}) as n
    from ${list.table}
    where ${list.scope} and ${after(list, last)} and ${before(list, cutoff)}
    order by ${order(list, "asc")} limit ${ROWS_PER_STEP}`;
  const made = await tx.db.execute(sql`
    insert into ${listRanks} (platform_id, list, rank, ordinal, at, id)
    select ${list.platformId}, decode(${listKey(list).slice(2)}, 'hex'), ${last?.rank ?? 0} + hits,
      ${last?.ordinal ?? 0} + n / ${sql.raw(String(CHECKPOINT_EVERY))}, at, id
    from (select at, id, n, count(*) filter (where hit) over (order by n) as hits from (${rows}) rows) counted
    where n % ${sql.raw(String(CHECKPOINT_EVERY))} = 0`);
  return made.count;
}

/**
 * Forgets what is marked at or after the moments at which members came, went or moved. Call it in the
 * transaction that changes them, for every change: checkpoints are made only of rows that are older than some
 * minutes, so for recent ones nothing is done.
 */
export async function deleteCheckpoints(
  tx: Pick<Tx, "db" | "now">,
  changes: Iterable<{ platformId: string; at: Date }>,
): Promise<void> {
  const unmarked = tx.now().getTime() - CHECKPOINT_AFTER_MS + CLOCK_SKEW_MS;
  const earliest = new Map<string, Date>();
  for (const { platformId, at } of changes) {
    const known = earliest.get(platformId);
    if (at.getTime() <= unmarked && (!known || at < known)) earliest.set(platformId, at);
  }
  // Locked in one order, so that two writers cannot wait for each other.
  for (const platformId of [...earliest.keys()].sort()) {
    await lockCheckpoints(tx, platformId);
    const since = earliest.get(platformId)?.toISOString();
    await tx.db
      .delete(listRanks)
      .where(and(eq(listRanks.platformId, platformId), sql`${listRanks.at} >= ${since}::timestamptz`));
  }
}

/**
 * Makers and forgetters of checkpoints take turns until their commit: a checkpoint counted before a change can then not
 * be stored after it.
 */
async function lockCheckpoints(tx: Pick<Tx, "db">, platformId: string): Promise<void> {
  const key: SQL = sql`hashtextextended(${`list_ranks:${platformId}`}, 0)`;
  await tx.db.execute(sql`select pg_advisory_xact_lock(${key})`);
}
