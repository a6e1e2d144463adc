import { desc, eq } from "drizzle-orm";
import { recoveries } from "@/db/schema";
import type { Recoveries } from "@/server/auth/recovery/schema";
import type { Reads } from "@/server/context";

const SHOWN = 10;

/** The recoveries of the caller's account, newest first. */
export async function listOwnRecoveries(ctx: Pick<Reads, "db" | "caller">): Promise<Recoveries> {
  const rows = await ctx.db
    .select()
    .from(recoveries)
    .where(eq(recoveries.platformId, ctx.caller.platformId))
    .orderBy(desc(recoveries.id))
    .limit(SHOWN);
  return {
    recoveries: rows.map(({ id, state, walletAddress, reason, startedAt, waitsUntil, endedAt }) => ({
      id,
      state,
      wallet: walletAddress,
      reason,
      startedAt: startedAt.toISOString(),
      waitsUntil: waitsUntil.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}

/** Those of all accounts, for the operator; only those that wait unless `isAll`. */
export function listRecoveries(
  { db }: Pick<Reads, "db">,
  { isAll, limit }: { isAll: boolean; limit: number },
) {
  return db
    .select({
      id: recoveries.id,
      platformId: recoveries.platformId,
      state: recoveries.state,
      wallet: recoveries.walletAddress,
      reason: recoveries.reason,
      startedBy: recoveries.startedBy,
      startedAt: recoveries.startedAt,
      waitsUntil: recoveries.waitsUntil,
      endedAt: recoveries.endedAt,
    })
    .from(recoveries)
    .where(isAll ? undefined : eq(recoveries.state, "waiting"))
    .orderBy(desc(recoveries.id))
    .limit(limit);
}
