import { inArray, lt } from "drizzle-orm";
import { encodeTime } from "ulid";
import { requestLog } from "@/db/schema";
import type { Tx } from "@/server/context";

const DAY_MS = 86_400_000;

/** Removes entries that are older than the configured days, at most `limit` of them; returns how many. */
export async function sweepRequestLog(tx: Pick<Tx, "db" | "now" | "config">, limit: number): Promise<number> {
  const oldest = tx.now().getTime() - tx.config.requestLogDays * DAY_MS;
  const old = tx.db
    .select({ id: requestLog.id })
    .from(requestLog)
    // An ID begins with the time at which it was drawn.
    .where(lt(requestLog.id, encodeTime(Math.max(0, oldest), 10)))
    .limit(limit);
  const removed = await tx.db
    .delete(requestLog)
    .where(inArray(requestLog.id, old))
    .returning({ id: requestLog.id });
  return removed.length;
}
