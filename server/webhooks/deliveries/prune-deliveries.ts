import { and, asc, inArray, lt, ne } from "drizzle-orm";
import { encodeTime } from "ulid";
import { webhookAttempts, webhookDeliveries } from "@/db/schema";
import type { Tx } from "@/server/context";

const DAY_MS = 86_400_000;

/**
 * Removes deliveries that came to their end and were made more than the configured days ago, with their attempts, at
 * most `limit` of them; returns how many. What was announced stays: an event's key keeps it from being announced
 * again.
 */
export async function pruneDeliveries(tx: Pick<Tx, "db" | "now" | "config">, limit: number): Promise<number> {
  const { webhookLogDays } = tx.config;
  if (webhookLogDays === null) return 0;
  const oldest = tx.now().getTime() - webhookLogDays * DAY_MS;
  const old = await tx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    // An ID begins with the time at which it was drawn.
    .where(
      and(
        lt(webhookDeliveries.id, encodeTime(Math.max(0, oldest), 10)),
        ne(webhookDeliveries.state, "pending"),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.db.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids));
  await tx.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids));
  return ids.length;
}
