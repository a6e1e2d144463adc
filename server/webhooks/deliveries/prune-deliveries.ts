import { and, asc, inArray, lt, ne, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/db/schema";
import type { Tx } from "@/server/context";
import { endlessPartitions, firstIdAt } from "@/server/lib/database/partitions/partitions";
import { ATTEMPTS } from "@/server/webhooks/deliveries/partitions";

const DAY_MS = 86_400_000;

/**
 * Removes deliveries that came to their end and were made more than the configured days ago, at most `limit` of them;
 * returns how many. Their attempts go with them where their partition has no beginning; the others are dropped with their
 * month. What was announced stays: an event's key keeps it from being announced again.
 */
export async function pruneDeliveries(tx: Pick<Tx, "db" | "now" | "config">, limit: number): Promise<number> {
  const { webhookLogDays } = tx.config;
  if (webhookLogDays === null) return 0;
  const oldest = tx.now().getTime() - webhookLogDays * DAY_MS;
  const old = await tx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    // An ID begins with the time at which it was drawn.
    .where(and(lt(webhookDeliveries.id, firstIdAt(oldest)), ne(webhookDeliveries.state, "pending")))
    .orderBy(asc(webhookDeliveries.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const name of await endlessPartitions(tx.db, ATTEMPTS.name)) {
    await tx.db.execute(sql`
      delete from ${sql.identifier(name)}
      where delivery_id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::text::json)))`);
  }
  await tx.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids));
  return ids.length;
}
