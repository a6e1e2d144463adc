import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { encodeTime } from "ulid";

/** A list whose members never change places, newest first on the wire. */
export interface RankedList {
  platformId: string;
  /** What is listed, for whom, with which filter: equal names are the same list. */
  name: string;
  table: PgTable;
  /** Whose rows; an index serves exactly this condition in the order of the list. */
  scope: SQL;
  /** Which of them are members; null for all. */
  filter: SQL | null;
  /** Time column that the order begins with; null where the order is that of the IDs, which must be ULIDs. */
  time: PgColumn | null;
  id: PgColumn;
  /**
   * Conditions, each served by an index of its own without the scope, of which a member meets at least one. A list with
   * few such rows is read through them, without checkpoints. Null where there are none.
   */
  lookups: { conditions: SQL[]; areAlwaysFew: boolean } | null;
}

/** A noted position and how many members lie at or before it. */
export interface Checkpoint {
  rank: number;
  ordinal: number;
  at: Date | null;
  id: string;
}

/** Rows between two checkpoints. */
export const CHECKPOINT_EVERY = 1_000;
/**
 * Only rows older than this are marked. IDs are drawn before the commit that shows them, so younger ones may
 * still appear between rows that are visible already (docs/decisions/list-ranks.md).
 */
export const CHECKPOINT_AFTER_MS = 5 * 60_000;

/** 16 bytes that name a list in the database. */
export function listKey(list: Pick<RankedList, "name">): string {
  return `0x${createHash("sha256").update(list.name).digest("hex").slice(0, 32)}`;
}

/** The condition of being a member. */
export function members(list: RankedList): SQL {
  return list.filter ? sql`${list.scope} and ${list.filter}` : list.scope;
}

/** The condition of lying after a checkpoint. */
export function after(list: RankedList, checkpoint: Checkpoint | null): SQL {
  if (!checkpoint) return sql`true`;
  if (!list.time) return sql`${list.id} > ${checkpoint.id}`;
  const at = timestamp(checkpoint.at ?? new Date(0));
  // Said twice, because the planner estimates a range from plain comparisons only.
  return sql`${list.time} >= ${at} and (${list.time}, ${list.id}) > (${at}, ${checkpoint.id})`;
}

/** The condition of being older than a moment. */
export function before(list: RankedList, moment: Date | null): SQL {
  if (!moment) return sql`true`;
  if (list.time) return sql`${list.time} < ${timestamp(moment)}`;
  return sql`${list.id} < ${encodeTime(moment.getTime(), 10)}`;
}

/** The order of the list, oldest or newest first. */
export function order(list: RankedList, direction: "asc" | "desc"): SQL {
  const way = sql.raw(direction);
  return list.time ? sql`${list.time} ${way}, ${list.id} ${way}` : sql`${list.id} ${way}`;
}

function timestamp(moment: Date): SQL {
  return sql`${moment.toISOString()}::timestamptz`;
}
