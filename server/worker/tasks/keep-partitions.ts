import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { dropPartitions } from "@/server/lib/database/partitions/drop";
import { quoted } from "@/server/lib/database/partitions/give-way";
import { makePartitions } from "@/server/lib/database/partitions/make";
import type { PartitionedTable } from "@/server/lib/database/partitions/partitions";
import { REQUEST_LOG } from "@/server/request-log/partitions";
import { ATTEMPTS } from "@/server/webhooks/deliveries/partitions";
import type { LoopDefinition } from "@/server/worker/loop";

/** Every table with a partition for each stretch of time. */
export const PARTITIONED: readonly PartitionedTable[] = [REQUEST_LOG, ATTEMPTS];

/** Drops the partitions whose time is over, and makes those of the time ahead. */
export function keepPartitionsLoop(app: App): LoopDefinition {
  return {
    name: "keep partitions",
    everyMs: 60_000,
    pass: async (signal) => {
      const ctx = app.context(systemCaller(""));
      for (const table of PARTITIONED) {
        if (signal.aborted) return "idle";
        const dropped = await dropPartitions(ctx, table);
        for (const { name, ms } of dropped)
          app.log.info({ table: table.name, partition: name, ms: Math.round(ms) }, "dropped a partition");
        const made = await makePartitions(ctx, table);
        for (const partition of made) app.log.info({ table: table.name, partition }, "made a partition");
        if (dropped.length + made.length === 0) continue;
        // The database looks by itself at partitions only, and plans for the whole by what it was told of it last.
        await ctx.begin((db) => db.execute(`analyze (skip_locked) ${quoted(table.name)}`));
      }
      return "idle";
    },
  };
}
