import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { clientIds, payeeDestinations, requests, transfers, webhookEndpoints } from "@/db/schema";
import { isCounted } from "@/db/schema/payments";
import { ownedByKey } from "@/server/auth/scope";
import type { Reads } from "@/server/context";
import type { Overview } from "@/server/dashboard/overview-schema";

/** Which of the first steps the account has made. */
export async function setupOf(ctx: Pick<Reads, "db" | "caller">): Promise<Overview["setup"]> {
  const { caller } = ctx;
  const own = (table: { platformId: typeof clientIds.platformId }) => eq(table.platformId, caller.platformId);
  const exists = (from: SQL, where: SQL | undefined) =>
    sql<boolean>`exists (select 1 from ${from} where ${where})`;
  const [row] = await ctx.db
    .select({
      hasDestination: exists(
        sql`${payeeDestinations}`,
        sql`${payeeDestinations.platformId} = ${caller.platformId} and ${payeeDestinations.active}`,
      ),
      hasClientId: exists(sql`${clientIds}`, and(own(clientIds), ne(clientIds.status, "revoked"))),
      hasWebhook: exists(
        sql`${webhookEndpoints}`,
        sql`${webhookEndpoints.platformId} = ${caller.platformId} and ${isNull(webhookEndpoints.deletedAt)}
          and ${isNull(webhookEndpoints.orchestratorId)}`,
      ),
      hasRequest: exists(sql`${requests}`, ownedByKey(caller, requests)),
      hasPayment: exists(sql`${transfers}`, and(ownedByKey(caller, transfers), isCounted(transfers))),
    })
    .from(sql`(select 1) as here`);
  if (!row) throw new Error("a select without a table gives one row");
  return row;
}
