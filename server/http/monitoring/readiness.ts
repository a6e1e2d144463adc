import { sql } from "drizzle-orm";
import { z } from "zod";
import journal from "@/db/migrations/meta/_journal.json";
import { chainCursors, chainObservations } from "@/db/schema";
import { quorumOf } from "@/server/chains/quorum";
import type { Ctx } from "@/server/context";
import { EXECUTOR_STATES, executorReports } from "@/server/executor/state";
import { sqlState } from "@/server/lib/database/sql-state";
import { withinTime } from "@/server/lib/within-time";
import { WATCHER_STATES, watcherState } from "@/server/payments/watching/watcher-state";

/** A database that takes longer to answer these reads is as good as none. */
const DATABASE_MS = 2_000;

const Part = z.enum([...WATCHER_STATES, "unreachable", "outdated", "unknown"]);
export type Part = z.infer<typeof Part>;

export const Readiness = z.object({
  database: Part.describe("Whether the database answers."),
  migrations: Part.describe("Whether the database has the tables of this version."),
  /** By network ID. */
  watchers: z.record(z.string(), Part).describe("By network: how well it is watched for payments."),
  /** By network ID, in words: why its watcher is not `ok`. */
  reasons: z.record(z.string(), z.string()).describe("By network: why it is not `ok`."),
  /**
   * By network ID, whether instalments of recurring payouts are paid there. A warning: everything else works without,
   * so that nothing here makes the service unready.
   */
  executors: z
    .record(z.string(), z.enum([...EXECUTOR_STATES, "unknown"]))
    .describe("By network: whether instalments of recurring payouts are paid there."),
  /** By network ID, in words: why its executor is not `ok`. */
  executorReasons: z.record(z.string(), z.string()).describe("By network: why its executor is not `ok`."),
});
export type Readiness = z.infer<typeof Readiness>;

const NO_EXECUTORS = { executors: {}, executorReasons: {} };

type Look = Pick<Ctx, "db" | "now" | "config">;

/** Looks at everything a process needs to do its work. Never throws: what cannot be read is not ready. */
export async function readReadiness(ctx: Look, networks: readonly string[]): Promise<Readiness> {
  const unknown = Object.fromEntries(networks.map((network) => [network, "unknown" as const]));
  try {
    const [applied, cursors, observations, executors] = await withinTime(
      DATABASE_MS,
      Promise.all([
        lastMigration(ctx),
        ctx.db.select().from(chainCursors),
        ctx.db.select().from(chainObservations),
        executorReports(ctx, Object.keys(ctx.config.executors)),
      ]),
    );
    const isLive = ctx.config.profile === "live";
    const watched = networks.map((network) => {
      const cursor = cursors.find((row) => row.network === network);
      const observation = observations.find((row) => row.network === network);
      const settings = Object.entries(ctx.config.networks).find(([id]) => id === network)?.[1];
      const quorum = settings && quorumOf(settings);
      return { network, ...watcherState({ cursor, observation, isLive, quorum }, ctx.now()) };
    });
    return {
      database: "ok",
      migrations: applied >= newestMigration() ? "ok" : "outdated",
      watchers: Object.fromEntries(watched.map(({ network, state }) => [network, state])),
      reasons: Object.fromEntries(
        watched.flatMap(({ network, reason }) => (reason === null ? [] : [[network, reason]])),
      ),
      executors: Object.fromEntries(executors.map(({ network, state }) => [network, state])),
      executorReasons: Object.fromEntries(
        executors.flatMap(({ network, reason }) => (reason === null ? [] : [[network, reason]])),
      ),
    };
  } catch (error) {
    // SQLSTATE 42P01: it answers, but our tables are not there.
    return sqlState(error) === "42P01"
      ? { database: "ok", migrations: "missing", watchers: unknown, reasons: {}, ...NO_EXECUTORS }
      : { database: "unreachable", migrations: "unknown", watchers: unknown, reasons: {}, ...NO_EXECUTORS };
  }
}

export function isReady({ database, migrations, watchers }: Readiness): boolean {
  return [database, migrations, ...Object.values(watchers)].every((part) => part === "ok");
}

function newestMigration(): number {
  return Math.max(...journal.entries.map((entry) => entry.when));
}

async function lastMigration(ctx: Look): Promise<number> {
  const [row] = await ctx.db
    .select({ at: sql<string | null>`max(created_at)` })
    .from(sql`drizzle.__drizzle_migrations`);
  return Number(row?.at ?? 0);
}
