import { chainCursors, chainObservations } from "@/db/schema";
import type { Ctx } from "@/server/context";
import type { Overview } from "@/server/dashboard/overview-schema";
import { type ExecutorReport, executorReports } from "@/server/executor/state";
import { lagBlocks, watcherState } from "@/server/payments/watching/watcher-state";

/** How the watchers of all networks of this service are doing. */
export async function chainHealth(
  ctx: Pick<Ctx, "db" | "now" | "chains" | "config">,
): Promise<Overview["chains"]> {
  const [cursors, observations, executors] = await Promise.all([
    ctx.db.select().from(chainCursors),
    ctx.db.select().from(chainObservations),
    executorReports(ctx, Object.keys(ctx.config.executors)),
  ]);
  const isLive = ctx.config.profile === "live";
  return ctx.chains.list().map(({ network, quorum }) => {
    const cursor = cursors.find((row) => row.network === network.id);
    const observation = observations.find((row) => row.network === network.id);
    const { state, reason } = watcherState({ cursor, observation, isLive, quorum }, ctx.now());
    const lag = cursor ? lagBlocks(cursor, observation) : 0;
    return {
      network: network.id,
      name: network.name,
      state,
      headBlock: (observation?.headBlock ?? cursor?.headBlock)?.toString() ?? null,
      processedBlock: cursor ? (cursor.nextBlock - 1n).toString() : null,
      lagBlocks: lag,
      lagSeconds: Math.round((lag * network.blockTimeMs) / 1000),
      lastPassAt: cursor?.lastPassAt?.toISOString() ?? null,
      lastError: reason,
      recurringPayouts: recurringPayoutsBy(executors.find((report) => report.network === network.id)),
    };
  });
}

/** What a merchant needs to know; account, balance and reason are the operator's. */
function recurringPayoutsBy(
  report: ExecutorReport | undefined,
): Overview["chains"][number]["recurringPayouts"] {
  switch (report?.state) {
    case "ok":
    // Of others: whoever's payers do is told by the schedules themselves.
    case "payers_refuse":
      return "ok";
    case "low_balance":
      return "low_gas";
    case undefined:
    case "no_key":
    case "wrong_contract":
    case "unknown":
      return "off";
    default:
      return "waiting";
  }
}
