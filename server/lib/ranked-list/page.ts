import { or, sql } from "drizzle-orm";
import type { Ctx, Reads } from "@/server/context";
import { addCheckpoints, findCheckpoint } from "@/server/lib/ranked-list/checkpoints";
import {
  after,
  before,
  CHECKPOINT_EVERY,
  type Checkpoint,
  members,
  order,
  type RankedList,
} from "@/server/lib/ranked-list/list";

/** More unmarked rows than this are worth checkpoints. */
const MAX_UNMARKED = 2 * CHECKPOINT_EVERY;
/** Up to here a list is short: its rows are fetched and sorted. */
const FEW = 1_000;

export interface PageRequest {
  offset: number;
  limit: number;
  /** Only members from this moment on, inclusive. */
  from?: Date;
  /** Only members before this moment, exclusive. */
  until?: Date;
}

/** The IDs of one page, newest first, and the exact number of members. */
export interface Page {
  total: number;
  ids: string[];
}

/**
 * One page of a list and its total. Costs a bounded number of rows however long the list is and however
 * deep the page: ranks count from the oldest member, whose number never changes, and checkpoints note the rank of
 * every 1,000th row. The first reading of a long list makes its checkpoints.
 */
export async function readPage(ctx: Ctx, list: RankedList, page: PageRequest): Promise<Page> {
  let last = await findCheckpoint(ctx, list);
  if (list.lookups && !last && (list.lookups.areAlwaysFew || (await isShort(ctx, list)))) {
    return shortPage(ctx, list, page);
  }
  let unmarked = await countAfter(ctx, list, last, null, MAX_UNMARKED + 1);
  if (unmarked.rows > MAX_UNMARKED) {
    await addCheckpoints(ctx, list);
    last = await findCheckpoint(ctx, list);
    unmarked = await countAfter(ctx, list, last, null, null);
  }
  const first = page.from ? await rankAt(ctx, list, page.from) : 0;
  const end = page.until ? await rankAt(ctx, list, page.until) : (last?.rank ?? 0) + unmarked.members;
  // The page holds the members of ranks low + 1 to high.
  const high = end - page.offset;
  const low = Math.max(first, high - page.limit);
  const total = Math.max(0, end - first);
  if (high <= low) return { total, ids: [] };
  return { total, ids: await membersBetween(ctx, list, { low, high, end, until: page.until ?? null, last }) };
}

async function isShort(ctx: Reads, list: RankedList): Promise<boolean> {
  let rows = 0;
  for (const condition of list.lookups?.conditions ?? []) {
    const found = sql`(select 1 from ${list.table} where ${condition} limit ${FEW + 1}) found`;
    const [answer] = await ctx.db.select({ rows: sql<number>`count(*)::int` }).from(found);
    rows += answer?.rows ?? 0;
    if (rows > FEW) return false;
  }
  return true;
}

async function shortPage(ctx: Reads, list: RankedList, page: PageRequest): Promise<Page> {
  const from = page.from ? sql`not (${before(list, page.from)})` : sql`true`;
  // OFFSET 0 keeps the planner from walking the whole list, in order or beside the lookup: how many rows the scope has it
  // cannot know where the index of the scope is partial, because it leaves statistics of such indexes aside.
  const few = sql`(select * from ${list.table} where ${or(...(list.lookups?.conditions ?? []))} offset 0) ${list.table}`;
  const found = sql`(select ${list.time ?? sql`null`} as at, ${list.id} as id from ${few}
    where ${members(list)} and ${from} and ${before(list, page.until ?? null)}) found`;
  const rows = await ctx.db
    .select({ id: sql<string>`id`, total: sql<number>`(count(*) over ())::int` })
    .from(found)
    .orderBy(sql`at desc, id desc`)
    .offset(page.offset)
    .limit(page.limit);
  if (rows[0]) return { total: rows[0].total, ids: rows.map((row) => row.id) };
  if (page.offset === 0) return { total: 0, ids: [] };
  const [answer] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(found);
  return { total: answer?.total ?? 0, ids: [] };
}

/** How many members are older than a moment. */
async function rankAt(ctx: Reads, list: RankedList, moment: Date): Promise<number> {
  const checkpoint = await findCheckpoint(ctx, list, { before: moment });
  const { members: more } = await countAfter(ctx, list, checkpoint, moment, null);
  return (checkpoint?.rank ?? 0) + more;
}

/** Rows of the scope after a checkpoint and before a moment, and the members among them; counts up to `max` rows. */
async function countAfter(
  ctx: Reads,
  list: RankedList,
  checkpoint: Checkpoint | null,
  until: Date | null,
  max: number | null,
): Promise<{ rows: number; members: number }> {
  const rows = sql`(select ${list.filter ?? sql`true`} as hit from ${list.table}
    where ${list.scope} and ${after(list, checkpoint)} and ${before(list, until)}
    ${max === null ? sql`` : sql`order by ${order(list, "asc")} limit ${max}`}) unmarked`;
  const [answer] = await ctx.db
    .select({ rows: sql<number>`count(*)::int`, members: sql<number>`(count(*) filter (where hit))::int` })
    .from(rows);
  return answer ?? { rows: 0, members: 0 };
}

/** IDs of the members of ranks `low` + 1 to `high`, newest first; `end` is the rank of the newest before `until`. */
async function membersBetween(
  ctx: Reads,
  list: RankedList,
  wanted: { low: number; high: number; end: number; until: Date | null; last: Checkpoint | null },
): Promise<string[]> {
  const { low, high, end, until, last } = wanted;
  const marked = last?.rank ?? 0;
  const ids: string[] = [];
  if (high > marked) {
    const newest = sql`${members(list)} and ${after(list, last)} and ${before(list, until)}`;
    const rows = await ctx.db
      .select({ id: list.id })
      .from(list.table)
      .where(newest)
      .orderBy(order(list, "desc"))
      .offset(end - high)
      .limit(high - Math.max(low, marked));
    ids.push(...rows.map((row) => String(row.id)));
  }
  if (low < marked) {
    const checkpoint = await findCheckpoint(ctx, list, { rank: low });
    const rows = await ctx.db
      .select({ id: list.id })
      .from(list.table)
      .where(sql`${members(list)} and ${after(list, checkpoint)}`)
      .orderBy(order(list, "asc"))
      .offset(low - (checkpoint?.rank ?? 0))
      .limit(Math.min(high, marked) - low);
    ids.push(...rows.map((row) => String(row.id)).reverse());
  }
  return ids;
}
