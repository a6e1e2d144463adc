import { and, eq, gte, ne, sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { payerSteps, securePayments } from "@/db/schema";
import { ownedBy } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import type { Overview } from "@/server/dashboard/schema";

/**
 * How far the incoming links that were made since a moment have come. A link that came to a later step has been
 * at the earlier ones, also when its payer's browser did not tell.
 */
export async function funnelSince(
  ctx: Pick<Reads, "db" | "caller">,
  from: Date,
): Promise<Overview["funnel"]> {
  const told = sql`(select max(case ${payerSteps.step}
      when 'opened' then 1 when 'wallet_connected' then 2
      when 'payment_sent_to_wallet' then 3 when 'payment_approved_in_wallet' then 4 end)
    from ${payerSteps} where ${payerSteps.securePaymentId} = ${securePayments.id})`;
  const level = sql<number>`(case when ${securePayments.status} = 'completed' then 5 else coalesce(${told}, 0) end)`;
  const levels = ctx.db
    .select({ level: level.as("level") })
    .from(securePayments)
    .where(
      and(
        ownedBy(ctx.caller, securePayments),
        // An ID begins with the time at which it was drawn.
        gte(securePayments.id, encodeTime(from.getTime(), 10)),
        eq(securePayments.flow, "incoming"),
        ne(securePayments.paymentType, "multicall"),
      ),
    )
    .as("levels");
  const rows = await ctx.db
    .select({ level: levels.level, links: sql<number>`count(*)::int` })
    .from(levels)
    .groupBy(levels.level);
  const atLeast = (least: number) =>
    rows.reduce((sum, row) => (Number(row.level) >= least ? sum + row.links : sum), 0);
  return {
    links: atLeast(0),
    opened: atLeast(1),
    connected: atLeast(2),
    sent: atLeast(3),
    approved: atLeast(4),
    paid: atLeast(5),
  };
}
