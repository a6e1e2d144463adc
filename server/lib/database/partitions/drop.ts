import { sql } from "drizzle-orm";
import type { Ctx, Writer } from "@/server/context";
import { clock } from "@/server/lib/clock";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { type Change, changePartitions, endVacuum, quoted } from "@/server/lib/database/partitions/give-way";
import { firstIdAt, type PartitionedTable, partitionsOf } from "@/server/lib/database/partitions/partitions";

const DAY_MS = 86_400_000;

/** A partition that is gone. */
export interface Dropped {
  name: string;
  /** How long dropping it took, the wait for callers included. */
  ms: number;
}

/**
 * Drops the partitions whose rows have all outlived their time, each in a commit of its own. One that has to
 * stay is left, and so is one that callers keep busy: the next pass tries again.
 */
export async function dropPartitions(
  ctx: Pick<Ctx, "begin" | "now" | "config">,
  table: PartitionedTable,
): Promise<Dropped[]> {
  const keptDays = table.keptDays(ctx.config);
  if (keptDays === null) return [];
  const { isOurs, partitions } = await ctx.begin((db) => partitionsOf(db, table.name));
  if (!isOurs) return [];
  const oldest = firstIdAt(earlierNow(ctx).getTime() - keptDays * DAY_MS);
  const dropped: Dropped[] = [];
  for (const { name, to } of partitions) {
    if (to === null || to > oldest) continue;
    const started = clock.elapsedMs();
    const isGone = await changePartitions(ctx, (db, change) => drop(db, change, table, { name, to }));
    if (isGone) dropped.push({ name, ms: clock.elapsedMs() - started });
  }
  return dropped;
}

/** In one transaction and not detached first, so that it is never half done. */
async function drop(
  db: Pick<Writer, "execute">,
  change: Change,
  table: PartitionedTable,
  { name, to }: { name: string; to: string },
): Promise<boolean> {
  if (table.stays !== null) {
    const [row] = await db.execute<{ stays: boolean }>(sql`select ${table.stays(to)} as stays`);
    if (row?.stays !== false) return false;
  }
  await endVacuum(db, name);
  // In the order in which callers take them.
  await change(`lock table only ${quoted(table.name)} in access exclusive mode`);
  await change(`lock table ${quoted(name)} in access exclusive mode`);
  await change(`drop table ${quoted(name)}`);
  return true;
}
