import { and, eq, gte, sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { platformKey } from "@/db/keys";
import { requests } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";

const DAY_MS = 86_400_000;

/**
 * Throws 429 with the time to the next day in UTC when `more` new requests would be too many for what the operator
 * lets this account create on a day. Calls of the same moment may go over it together by what is in them.
 */
export async function requireDailyLimit(
  ctx: Pick<Ctx, "db" | "now" | "caller">,
  more: number,
): Promise<void> {
  const { creationsPerDay, platformId } = ctx.caller;
  if (creationsPerDay === null) return;
  const now = ctx.now().getTime();
  const midnight = now - (now % DAY_MS);
  // An ID begins with the time at which it was drawn.
  const today = and(
    sql`${platformKey(requests)} = hashtextextended(${platformId}, 0)`,
    eq(requests.platformId, platformId),
    gte(requests.id, encodeTime(midnight, 10)),
  );
  const made = await ctx.db.$count(requests, today);
  if (made + more <= creationsPerDay) return;
  throw new ApiError("too_many_requests", `This account may create ${creationsPerDay} payments a day`, {
    retryAfterSeconds: Math.ceil((midnight + DAY_MS - now) / 1_000),
  });
}
