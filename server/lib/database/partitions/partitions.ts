import { type SQL, sql } from "drizzle-orm";
import { decodeTime, encodeTime } from "ulid";
import type { Ctx, Writer } from "@/server/context";

/** A table with a partition for each stretch of time, by the time that its IDs begin with. */
export interface PartitionedTable {
  name: string;
  /** The column with the ID. */
  key: string;
  /** What keeps a partition although it is over, by the first ID behind it; null where age alone decides. */
  stays: ((to: string) => SQL) | null;
  /** For how many days a row is kept; null for ever. */
  keptDays(config: Ctx["config"]): number | null;
}

/** One partition. IDs are compared as texts. */
export interface Partition {
  name: string;
  /** The first ID in it; null for the table of before it was partitioned, and for the default. */
  from: string | null;
  /** The first ID behind it; null for the default, which takes what no other is for. */
  to: string | null;
}

/** Of a whole change: two workers never change partitions at once. */
const LOCK = 7_318_406;

const BOUND = /^FOR VALUES FROM \((?:'(\w+)'|MINVALUE)\) TO \((?:'(\w+)'|MAXVALUE)\)$/;

/**
 * The partitions of a table in the order of time, the default last. `isOurs` says whether this role owns the table: only
 * then it may make and drop partitions.
 */
export async function partitionsOf(
  db: Pick<Writer, "execute">,
  table: string,
): Promise<{ isOurs: boolean; partitions: Partition[] }> {
  const rows = await db.execute<{ name: string; bound: string | null; isOurs: boolean }>(sql`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, pg_has_role(p.relowner, 'USAGE') as "isOurs"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where i.inhparent = to_regclass(${table})`);
  const partitions = rows.flatMap(({ name, bound }): Partition[] => {
    if (bound === "DEFAULT") return [{ name, from: null, to: null }];
    const [isRange, from = null, to = null] = BOUND.exec(bound ?? "") ?? [];
    return isRange === undefined ? [] : [{ name, from, to }];
  });
  return {
    isOurs: rows.length > 0 && rows.every(({ isOurs }) => isOurs),
    partitions: partitions.sort((a, b) => compareEnds(a.to, b.to)),
  };
}

/** Those without a beginning: rows of many years can be in them, and are removed one by one. */
export async function endlessPartitions(db: Pick<Writer, "execute">, table: string): Promise<string[]> {
  const { partitions } = await partitionsOf(db, table);
  return partitions.filter(({ from }) => from === null).map(({ name }) => name);
}

/** The first ID of a moment, as far as it tells the time. */
export function firstIdAt(ms: number): string {
  return encodeTime(Math.max(0, Math.floor(ms)), 10);
}

/** The moment that an ID, or the beginning of one, tells. */
export function timeOfId(id: string): number {
  return decodeTime(id.slice(0, 10).padEnd(26, "0"));
}

/** Whether this transaction alone may change partitions until it ends. */
export async function mayChange(db: Pick<Writer, "execute">): Promise<boolean> {
  const [row] = await db.execute<{ isOurs: boolean }>(
    sql.raw(`select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`),
  );
  return row?.isOurs ?? false;
}

function compareEnds(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}
