import { chainCursors } from "@/db/schema";
import type { Ctx } from "@/server/context";
import type { Overview } from "@/server/dashboard/overview-schema";
import { lagBlocks, lagSeconds, watcherState } from "@/server/payments/watcher-state";

/** How the watchers of all networks of this service are doing. */
export async function chainHealth(ctx: Pick<Ctx, "db" | "now" | "chains">): Promise<Overview["chains"]> {
  const cursors = await ctx.db.select().from(chainCursors);
  const byNetwork = new Map(cursors.map((cursor) => [cursor.network, cursor]));
  return ctx.chains.list().map(({ network }) => {
    const cursor = byNetwork.get(network.id);
    return {
      network: network.id,
      name: network.name,
      state: watcherState(cursor, ctx.now()),
      headBlock: cursor?.headBlock.toString() ?? null,
      processedBlock: cursor ? (cursor.nextBlock - 1n).toString() : null,
      lagBlocks: cursor ? lagBlocks(cursor) : 0,
      lagSeconds: cursor ? Math.round(lagSeconds(cursor)) : 0,
      lastPassAt: cursor?.lastPassAt?.toISOString() ?? null,
      lastError: cursor?.haltedReason ?? null,
    };
  });
}
