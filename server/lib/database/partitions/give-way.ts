import { sql } from "drizzle-orm";
import type { Ctx, Writer } from "@/server/context";
import { clock } from "@/server/lib/clock";
import { mayChange } from "@/server/lib/database/partitions/partitions";
import { sqlState } from "@/server/lib/database/sql-state";

type Db = Pick<Writer, "execute">;

/** How long a change of partitions waits for tables in use, in all: everyone else who wants them waits behind it. */
const WAIT_MS = 400;
const LEAST_WAIT_MS = 20;
/** For a vacuum, which PostgreSQL ends after a second; nobody else waits behind that. */
const VACUUM_WAIT_MS = 3_000;

/** A table stayed in use; somebody else waited for what we had; a row came into the default meanwhile. */
const GAVE_WAY = new Set(["55P03", "40P01", "23514"]);

/** Runs one statement, which waits for what is left of the time in which others may have to wait. */
export type Change = (statement: string) => Promise<void>;

/**
 * Changes partitions in a transaction of its own. Null where it gave way, to callers or to another worker that changes
 * them: everything is as before, and the next pass tries again.
 */
export async function changePartitions<T>(
  ctx: Pick<Ctx, "begin">,
  work: (db: Db, change: Change) => Promise<T | null>,
): Promise<T | null> {
  try {
    return await ctx.begin(async (db) => {
      if (!(await mayChange(db))) return null;
      let until = 0;
      return work(db, async (statement) => {
        until ||= clock.elapsedMs() + WAIT_MS;
        await waitAtMost(db, Math.max(LEAST_WAIT_MS, Math.ceil(until - clock.elapsedMs())));
        await db.execute(sql.raw(statement));
      });
    });
  } catch (error) {
    if (GAVE_WAY.has(sqlState(error))) return null;
    throw error;
  }
}

/** Keeps vacuums away from a partition until the transaction ends. */
export async function endVacuum(db: Db, partition: string): Promise<void> {
  await waitAtMost(db, VACUUM_WAIT_MS);
  await db.execute(sql.raw(`lock table ${quoted(partition)} in share update exclusive mode`));
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function waitAtMost(db: Db, ms: number): Promise<unknown> {
  return db.execute(sql.raw(`set local lock_timeout = '${ms}ms'`));
}
