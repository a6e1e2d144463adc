import { and, desc, eq, isNull } from "drizzle-orm";
import { clientIds, webhookEndpoints } from "@/db/schema";
import type { Reads } from "@/server/context";
import { describeWebhook } from "@/server/webhooks/endpoints/describe";
import { withinReach } from "@/server/webhooks/endpoints/reach";
import type { WebhookRecord } from "@/server/webhooks/schema";

/**
 * The account's webhooks, active or not, newest first; with a client ID selected, that one's and the
 * account-wide ones (SC-05).
 */
export async function listWebhooks(ctx: Pick<Reads, "db" | "caller" | "now">): Promise<WebhookRecord[]> {
  const rows = await ctx.db
    .select({ endpoint: webhookEndpoints, clientId: clientIds.clientId })
    .from(webhookEndpoints)
    .leftJoin(clientIds, eq(clientIds.id, webhookEndpoints.clientIdId))
    .where(and(withinReach(ctx.caller), isNull(webhookEndpoints.deletedAt)))
    .orderBy(desc(webhookEndpoints.id));
  return rows.map((row) => describeWebhook(row, ctx.now()));
}
