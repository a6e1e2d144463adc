import { sql } from "drizzle-orm";
import { keyUses } from "@/db/schema";
import type { DailyLimit, Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { usdText } from "@/server/platforms/key-bounds/daily-limit";

/** What a call creates: how many payments, and what they ask for together. */
export interface KeyUse {
  payments: number;
  /** Zero where the key has no limit of its sum. */
  microUsd: bigint;
}

/**
 * Counts what a call creates with its key against the limits of that key, in the commit that creates it. The row of the key
 * stays locked until then, so that calls of the same moment follow each other and cannot pass a limit together; a call that
 * is refused leaves nothing counted. Days are those of UTC. Throws 403 with the limit and its end. Nothing to do for callers
 * without limits.
 */
export async function countKeyUse(tx: Pick<Tx, "db" | "caller" | "now">, use: KeyUse | null): Promise<void> {
  const { limit } = tx.caller;
  if (limit === null) return;
  if (use === null) throw new Error("what a limited key creates was not counted");
  const day = tx.now().toISOString().slice(0, "2026-01-01".length);
  // More than the limit is refused, so how much more does not have to fit into the column.
  const microUsd =
    limit.microUsd !== null && use.microUsd > limit.microUsd ? limit.microUsd + 1n : use.microUsd;
  // Clocks of processes differ a little: a day that has begun for one is not gone back to.
  const goesOn = sql`${keyUses.day} >= excluded.day`;
  const [used] = await tx.db
    .insert(keyUses)
    .values({ keyId: limit.countedAs, day, payments: use.payments, microUsd })
    .onConflictDoUpdate({
      target: keyUses.keyId,
      set: {
        day: sql`greatest(${keyUses.day}, excluded.day)`,
        payments: sql`case when ${goesOn} then ${keyUses.payments} else 0 end + excluded.payments`,
        microUsd: sql`case when ${goesOn} then ${keyUses.microUsd} else 0 end + excluded.micro_usd`,
      },
    })
    .returning();
  if (!used) throw new Error("a counter is missing");
  const endsAt = endOf(used.day);
  if (limit.payments !== null && used.payments > limit.payments) throw tooMany(limit.payments, endsAt);
  if (limit.microUsd !== null && used.microUsd > limit.microUsd) throw tooMuch(limit.microUsd, endsAt);
}

function tooMany(payments: number, endsAt: string): ApiError {
  const message = `This key may create ${payments} payments a day (UTC); it may go on at ${endsAt}`;
  return new ApiError("key_limit_reached", message, { details: { limit: { payments }, endsAt } });
}

function tooMuch(microUsd: bigint, endsAt: string): ApiError {
  const usd = usdText(microUsd);
  const message = `This key may create payments of ${usd} USD a day (UTC); it may go on at ${endsAt}`;
  return new ApiError("key_limit_reached", message, { details: { limit: { usd }, endsAt } });
}

function endOf(day: string): string {
  const end = new Date(`${day}T00:00:00.000Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end.toISOString();
}

/** Whether what a key creates has to be valued for its limit. */
export function hasSumLimit(limit: DailyLimit | null): boolean {
  return limit !== null && limit.microUsd !== null;
}
