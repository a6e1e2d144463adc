import { and, isNull, lt } from "drizzle-orm";
import { stepUps } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";

/** Removes what nobody confirmed and used in time. Used ones stay: they are the consent to what was done. */
export function sweepStepUps(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  return removeSome(tx, stepUps, and(isNull(stepUps.usedAt), lt(stepUps.expiresAt, tx.now())), limit);
}
