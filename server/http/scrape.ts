import { count, eq } from "drizzle-orm";
import { chainCursors, quarantinedRequests, webhookDeliveries } from "@/db/schema";
import type { App } from "@/server/boot";
import { withinTime } from "@/server/http/within-time";
import { lagBlocks } from "@/server/payments/watcher-state";

const DATABASE_MS = 2_000;

/**
 * The process's metrics in Prometheus' text format. Lag and queue depth are read from the database, so
 * that every process shows them; nothing in here belongs to a tenant.
 */
export async function scrape({ database: { db }, metrics, log }: App): Promise<string> {
  try {
    const [cursors, pending, quarantined] = await withinTime(
      DATABASE_MS,
      Promise.all([
        db.select().from(chainCursors),
        db.$count(webhookDeliveries, eq(webhookDeliveries.state, "pending")),
        db
          .select({ network: quarantinedRequests.network, requests: count() })
          .from(quarantinedRequests)
          .groupBy(quarantinedRequests.network),
      ]),
    );
    const outOfPasses = new Map(quarantined.map(({ network, requests }) => [network, requests]));
    for (const cursor of cursors) {
      metrics.quarantined.set({ network: cursor.network }, outOfPasses.get(cursor.network) ?? 0);
      metrics.watcherLag.set({ network: cursor.network }, lagBlocks(cursor));
      metrics.watcherHalted.set({ network: cursor.network }, cursor.haltedReason === null ? 0 : 1);
    }
    metrics.deliveriesPending.set(pending);
    metrics.databaseUp.set(1);
  } catch (error) {
    log.warn({ err: error }, "cannot read lag and queue depth");
    metrics.databaseUp.set(0);
  }
  return metrics.registry.metrics();
}
