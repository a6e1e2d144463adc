import type { Ctx } from "@/server/context";
import { attentionOf, heldOf, schedulesToLookAt } from "@/server/dashboard/overview/attention";
import { chainHealth } from "@/server/dashboard/overview/chain-health";
import { countsOf } from "@/server/dashboard/overview/counts";
import { funnelOf } from "@/server/dashboard/overview/funnel";
import { receivedOf } from "@/server/dashboard/overview/received";
import { setupOf } from "@/server/dashboard/overview/setup";
import { totalsSince } from "@/server/dashboard/overview/totals";
import { webhookHealth } from "@/server/dashboard/overview/webhook-health";
import type { Overview, OverviewQuery } from "@/server/dashboard/overview-schema";

const DAY_MS = 86_400_000;
/** As long as the longest period that can be asked for. */
const ATTENTION_DAYS = 30;

/** The caller's account at a glance, over today and the days before it (UTC). */
export async function getOverview(ctx: Ctx, query: OverviewQuery): Promise<Overview> {
  const days = Number(query.days);
  const today = Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS;
  const from = new Date(today - (days - 1) * DAY_MS);
  const [month, webhooks, chains, setup, schedules, held] = await Promise.all([
    totalsSince(ctx, new Date(today - (ATTENTION_DAYS - 1) * DAY_MS)),
    webhookHealth(ctx),
    chainHealth(ctx),
    setupOf(ctx),
    schedulesToLookAt(ctx),
    heldOf(ctx),
  ]);
  const first = from.toISOString().slice(0, 10);
  const totals = month.filter(({ date }) => date >= first);
  return {
    days,
    from: from.toISOString(),
    received: receivedOf(totals),
    counts: countsOf(totals),
    attention: { ...attentionOf(month), schedules, held },
    funnel: funnelOf(totals),
    webhooks,
    chains,
    setup,
  };
}
