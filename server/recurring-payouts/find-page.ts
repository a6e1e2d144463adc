import { eq } from "drizzle-orm";
import { recurringPayments } from "@/db/schema";
import type { Ctx, Reads } from "@/server/context";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";

const TOKEN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The schedule whose page this token opens, whoever created it; null for any other text. */
export async function scheduleOfPage(ctx: Pick<Reads, "db">, token: string): Promise<ScheduleRow | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await ctx.db.select().from(recurringPayments).where(eq(recurringPayments.pageToken, token));
  return row ?? null;
}

/** Where a payer signs a schedule, follows it and cancels it. */
export function schedulePageUrl(
  { config }: Pick<Ctx, "config">,
  { pageToken }: Pick<ScheduleRow, "pageToken">,
): string {
  return `${config.urls.pay.replace(/\/$/, "")}/schedule?token=${pageToken}`;
}
