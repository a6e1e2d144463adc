import { sql } from "drizzle-orm";
import { z } from "zod";
import journal from "@/db/migrations/meta/_journal.json";
import { chainCursors } from "@/db/schema";
import { sqlState } from "@/server/boot";
import type { Reads } from "@/server/context";
import { withinTime } from "@/server/http/within-time";
import { watcherState } from "@/server/payments/watcher-state";

/** A database that takes longer to answer these reads is as good as none. */
const DATABASE_MS = 2_000;

const Part = z.enum(["ok", "unreachable", "outdated", "missing", "stale", "behind", "halted", "unknown"]);
export type Part = z.infer<typeof Part>;

export const Readiness = z.object({
  database: Part,
  migrations: Part,
  /** By network ID. */
  watchers: z.record(z.string(), Part),
});
export type Readiness = z.infer<typeof Readiness>;

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

function newestMigration(): number {
  return Math.max(...journal.entries.map((entry) => entry.when));
}

async function lastMigration(ctx: Reads): Promise<number> {
  const [row] = await ctx.db
    .select({ at: sql<string | null>`max(created_at)` })
    .from(sql`drizzle.__drizzle_migrations`);
  return Number(row?.at ?? 0);
}
