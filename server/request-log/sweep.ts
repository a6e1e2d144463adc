import { lt } from "drizzle-orm";
import { encodeTime } from "ulid";
import { requestLog } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";

const DAY_MS = 86_400_000;

/** Removes entries that are older than the configured days, at most `limit` of them; returns how many. */
export function sweepRequestLog(tx: Pick<Tx, "db" | "now" | "config">, limit: number): Promise<number> {
  const oldest = tx.now().getTime() - tx.config.requestLogDays * DAY_MS;
  // An ID begins with the time at which it was drawn.
  return removeSome(tx, requestLog, lt(requestLog.id, encodeTime(Math.max(0, oldest), 10)), limit);
}
