import { sql } from "drizzle-orm";
import type { Ctx, Writer } from "@/server/context";
import { earlierNow } from "@/server/lib/database/compared-clocks";
import { type Change, changePartitions, quoted } from "@/server/lib/database/partitions/give-way";
import {
  firstIdAt,
  type Partition,
  type PartitionedTable,
  partitionsOf,
  timeOfId,
} from "@/server/lib/database/partitions/partitions";
import { AHEAD_MS, nextStart, startOf, type Unit, unitFor } from "@/server/lib/database/partitions/units";

interface Range {
  fromMs: number;
  toMs: number;
}

/**
 * Makes the partitions of now and of the time ahead that are missing, and returns their names. A range of which the
 * default has rows already stays there.
 */
export async function makePartitions(
  ctx: Pick<Ctx, "begin" | "now" | "config">,
  table: PartitionedTable,
): Promise<string[]> {
  const { isOurs, partitions } = await ctx.begin((db) => partitionsOf(db, table.name));
  if (!isOurs) return [];
  const now = earlierNow(ctx).getTime();
  const made: string[] = [];
  for (const range of missingRanges(partitions, now, unitFor(table.keptDays(ctx.config)))) {
    const name = await changePartitions(ctx, (db, change) => make(db, change, table, range));
    if (name !== null) made.push(name);
  }
  return made;
}

/** What no partition is for, from the beginning of the time that `now` is in to the end of the time ahead. */
export function missingRanges(partitions: readonly Partition[], now: number, unit: Unit): Range[] {
  const known = partitions.flatMap(({ from, to }) =>
    to === null ? [] : [{ fromMs: from === null ? 0 : timeOfId(from), toMs: timeOfId(to) }],
  );
  const missing: Range[] = [];
  for (let at = startOf(now, unit); at < now + AHEAD_MS[unit]; ) {
    const covering = known.find(({ fromMs, toMs }) => fromMs <= at && at < toMs);
    const nextKnown = Math.min(...known.map(({ fromMs }) => fromMs).filter((from) => from > at));
    const end = covering?.toMs ?? Math.min(nextStart(at, unit), nextKnown);
    if (!covering) missing.push({ fromMs: at, toMs: end });
    at = end;
  }
  return missing;
}

async function make(
  db: Pick<Writer, "execute">,
  change: Change,
  { name, key }: PartitionedTable,
  { fromMs, toMs }: Range,
): Promise<string | null> {
  const partition = `${name}_${new Date(fromMs).toISOString().slice(0, 10).replaceAll("-", "")}`;
  const [from, to] = [firstIdAt(fromMs), firstIdAt(toMs)];
  const [row] = await db.execute<{ isTaken: boolean }>(sql`
    select to_regclass(${partition}) is not null or exists (
      select from ${sql.identifier(`${name}_default`)}
      where ${sql.identifier(key)} >= ${from} and ${sql.identifier(key)} < ${to}) as "isTaken"`);
  if (row?.isTaken !== false) return null;
  // Made beside the table and attached: callers wait for a moment only where they ask for the default.
  await change(`create table ${quoted(partition)} (like ${quoted(name)} including defaults)`);
  await change(
    `alter table ${quoted(name)} attach partition ${quoted(partition)} for values from ('${from}') to ('${to}')`,
  );
  return partition;
}
