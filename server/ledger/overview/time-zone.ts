import { desc, eq } from "drizzle-orm";
import { ledgerPeriods } from "@/db/schema";
import type { Reads } from "@/server/context";
import { invalidField } from "@/server/errors";
import { isTimeZone } from "@/server/ledger/month";

/** The time zone that is asked for; without one that in which the caller's account ended its last period, else UTC. Throws 400. */
export async function timeZoneOf(
  ctx: Pick<Reads, "db" | "caller">,
  asked: string | undefined,
): Promise<string> {
  if (asked !== undefined) {
    if (!isTimeZone(asked)) throw invalidField("timeZone", `${asked} is no time zone`);
    return asked;
  }
  const [last] = await ctx.db
    .select({ timeZone: ledgerPeriods.timeZone })
    .from(ledgerPeriods)
    .where(eq(ledgerPeriods.platformId, ctx.caller.platformId))
    .orderBy(desc(ledgerPeriods.endsAt))
    .limit(1);
  return last?.timeZone ?? "UTC";
}
