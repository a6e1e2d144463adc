import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { requests, searchBlocks, securePayments } from "@/db/schema";
import { ownedByKey } from "@/server/auth/scope";
import type { Ctx, Reader } from "@/server/context";
import { readByIndex } from "@/server/lib/database/by-index";

/** Rows of a block. */
const BLOCK = 1_000;
/** More rows than this after the last block are worth further blocks. */
const MAX_AFTER = 2 * BLOCK;
/** Blocks in one commit: the first search of a long list advances in bounded steps. */
const BLOCKS_PER_STEP = 20;
/** Younger rows may still appear between those that are visible: IDs are drawn before the commit. */
const SETTLED_AFTER_MS = 5 * 60_000;

type Searching = Pick<Ctx, "begin" | "caller" | "now">;

/** What can be searched for a part: a text that a row has from the beginning, of rows that stay. */
export type Searched = (typeof searchBlocks.of.enumValues)[number];

const SOURCES = {
  reference: { table: requests, text: requests.reference },
  payer_identifier: { table: securePayments, text: securePayments.payerIdentifier },
} as const;

/** Makes the blocks that are missing, if many rows lie after the last one. */
export async function addBlocks(ctx: Searching, of: Searched): Promise<void> {
  while ((await isBehind(ctx, of)) && (await ctx.begin((db) => addSome(db, ctx, of))) === BLOCKS_PER_STEP);
}

/** Whether the rows after the last block are worth further ones. */
function isBehind(ctx: Searching, of: Searched): Promise<boolean> {
  return readByIndex(ctx, async (db) => {
    const rows = await db
      .select({ id: sql`young.id` })
      .from(sql`(${youngOf(ctx, of, await lastBlocked(db, ctx, of))}) as young`)
      .offset(MAX_AFTER)
      .limit(1);
    return rows.length > 0;
  });
}

/** The rows of the account after this one, in their order. */
function youngOf(ctx: Searching, of: Searched, last: string | SQL): SQL {
  const { table, text } = SOURCES[of];
  // What the text holds is asked of these rows afterwards: together with it the planner takes an index of texts.
  return sql`select ${table.id} as id, ${text} as found from ${table}
    where ${ownedByKey(ctx.caller, table)} and ${table.id} > ${last} order by ${table.id} offset 0`;
}

/** The last row that is in a block, or an ID before all. */
async function lastBlocked(db: Reader, { caller }: Searching, of: Searched): Promise<string> {
  const [block] = await db
    .select({ lastId: searchBlocks.lastId })
    .from(searchBlocks)
    .where(and(eq(searchBlocks.platformId, caller.platformId), eq(searchBlocks.of, of)))
    .orderBy(desc(searchBlocks.lastId))
    .limit(1);
  return block?.lastId ?? "";
}

async function addSome(db: Parameters<Parameters<Ctx["begin"]>[0]>[0], ctx: Searching, of: Searched) {
  const { platformId } = ctx.caller;
  // Whoever waited here finds the blocks of the one before.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`search_blocks:${platformId}:${of}`}, 0))`,
  );
  const last = await lastBlocked(db, ctx, of);
  const settled = encodeTime(ctx.now().getTime() - SETTLED_AFTER_MS, 10);
  const made = await db.execute(sql`
    insert into ${searchBlocks} (platform_id, of, after_id, last_id, texts)
    select ${platformId}, ${of}, lag(max(id), 1, ${last}) over (order by block), max(id),
      coalesce(string_agg(lower(found), e'\n' order by id), '')
    from (
      select id, found, (row_number() over (order by id) - 1) / ${BLOCK} as block
      from (${youngOf(ctx, of, last)}) as young where id < ${settled} limit ${BLOCKS_PER_STEP * BLOCK}
    ) as rows group by block having count(*) = ${BLOCK}`);
  return made.count;
}

/** IDs of the rows whose text holds another one, as two subqueries: of those in blocks, and of those after them. */
export function rowsHolding(ctx: Searching, of: Searched, text: string, pattern: string): SQL[] {
  const { platformId } = ctx.caller;
  const { table, text: column } = SOURCES[of];
  const own = sql`${ownedByKey(ctx.caller, table)} and ${column} ilike ${pattern}`;
  const blocks = and(eq(searchBlocks.platformId, platformId), eq(searchBlocks.of, of));
  return [
    // The limit takes nothing away. It keeps the planner from reading the whole account for what it thinks many blocks.
    sql`select row.id from ${searchBlocks} cross join lateral (
      select ${table.id} as id from ${table}
      where ${own} and ${table.id} > ${searchBlocks.afterId} and ${table.id} <= ${searchBlocks.lastId}
      order by ${table.id} limit ${sql.raw(String(BLOCK))}) as row
      where ${blocks} and strpos(${searchBlocks.texts}, lower(${text})) > 0`,
    sql`select young.id from (${youngOf(
      ctx,
      of,
      sql`coalesce((select max(${searchBlocks.lastId}) from ${searchBlocks} where ${blocks}), '')`,
    )}) as young where young.found ilike ${pattern}`,
  ];
}
