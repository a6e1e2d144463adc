import { sql } from "drizzle-orm";
import { z } from "zod";
import journal from "@/db/migrations/meta/_journal.json";
import { chainCursors } from "@/db/schema";
import { sqlState } from "@/server/boot";
import { EVM_NETWORKS, isEvmNetworkId } from "@/server/chains/networks";
import type { Reads } from "@/server/context";
import { withinTime } from "@/server/http/within-time";

/** A database that takes longer to answer these reads is as good as none. */
const DATABASE_MS = 2_000;
/** A watcher passes at least every few seconds, also on a quiet chain. */
const PASS_SECONDS = 60;
/** How far behind the head, in the chain's own time, payments are still announced in reasonable time. */
const LAG_SECONDS = 300;

const Part = z.enum(["ok", "unreachable", "outdated", "missing", "stale", "behind", "halted", "unknown"]);
export type Part = z.infer<typeof Part>;

export const Readiness = z.object({
  database: Part,
  migrations: Part,
  /** By network ID. */
  watchers: z.record(z.string(), Part),
});
export type Readiness = z.infer<typeof Readiness>;

type Cursor = typeof chainCursors.$inferSelect;

/** Looks at everything a process needs to do its work. Never throws: what cannot be read is not ready. */
export async function readReadiness(ctx: Reads, networks: readonly string[]): Promise<Readiness> {
  const watchers = (part: Part) => Object.fromEntries(networks.map((network) => [network, part]));
  try {
    const [applied, cursors] = await withinTime(
      DATABASE_MS,
      Promise.all([lastMigration(ctx), ctx.db.select().from(chainCursors)]),
    );
    const byNetwork = new Map(cursors.map((cursor) => [cursor.network, cursor]));
    return {
      database: "ok",
      migrations: applied >= newestMigration() ? "ok" : "outdated",
      watchers: Object.fromEntries(
        networks.map((network) => [network, watcherState(byNetwork.get(network), ctx.now())]),
      ),
    };
  } catch (error) {
    // SQLSTATE 42P01: it answers, but our tables are not there.
    return sqlState(error) === "42P01"
      ? { database: "ok", migrations: "missing", watchers: watchers("unknown") }
      : { database: "unreachable", migrations: "unknown", watchers: watchers("unknown") };
  }
}

export function isReady({ database, migrations, watchers }: Readiness): boolean {
  return [database, migrations, ...Object.values(watchers)].every((part) => part === "ok");
}

/** What one row of `chain_cursors` says about its watcher. */
export function watcherState(cursor: Cursor | undefined, now: Date): Part {
  if (!cursor?.lastPassAt) return "missing";
  if (cursor.haltedReason !== null) return "halted";
  if (now.getTime() - cursor.lastPassAt.getTime() > PASS_SECONDS * 1000) return "stale";
  const blockMs = isEvmNetworkId(cursor.network) ? EVM_NETWORKS[cursor.network].blockTimeMs : 0;
  return lagBlocks(cursor) * blockMs > LAG_SECONDS * 1000 ? "behind" : "ok";
}

/** Blocks between the head and what the ledger has processed. */
export function lagBlocks(cursor: Pick<Cursor, "headBlock" | "nextBlock">): number {
  const lag = Number(cursor.headBlock - cursor.nextBlock) + 1;
  return Math.max(0, lag);
}

function newestMigration(): number {
  return Math.max(...journal.entries.map((entry) => entry.when));
}

async function lastMigration(ctx: Reads): Promise<number> {
  const [row] = await ctx.db
    .select({ at: sql<string | null>`max(created_at)` })
    .from(sql`drizzle.__drizzle_migrations`);
  return Number(row?.at ?? 0);
}
