import { and, lt, notExists, type SQL, sql } from "drizzle-orm";
import { isCounted, isNotCounted, quotes, transfers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";

const DAY_MS = 86_400_000;
/** Long after any payment under it was seen, also by a service that stood still for weeks. */
const KEPT_DAYS = 90;

/** Forgets quotes of requests that nobody paid anything for, long after their end. */
export function pruneQuotes(tx: Tx, limit: number): Promise<number> {
  const isOver = lt(quotes.expiresAt, new Date(tx.now().getTime() - KEPT_DAYS * DAY_MS));
  // Apart, because each has its index.
  const isUnused = and(hasNo(tx, isCounted(transfers)), hasNo(tx, isNotCounted(transfers)));
  return removeSome(tx, quotes, and(isOver, isUnused), limit);
}

function hasNo(tx: Tx, kind: SQL): SQL {
  return notExists(
    tx.db
      .select({ one: sql`1` })
      .from(transfers)
      .where(sql`${transfers.requestId} = ${quotes.requestId} and (${kind})`),
  );
}
