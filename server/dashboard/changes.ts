import { sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { isCounted, platforms, recurringPayments, requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Changes } from "@/server/dashboard/overview-schema";

/**
 * A text that is another one as soon as the account has a new request, a newly seen payment, an event or a
 * schedule that moved: four looks into indexes, whatever the account has (docs/decisions/live-dashboard.md).
 */
export async function readChanges(ctx: Pick<Reads, "db" | "caller">): Promise<Changes> {
  const { platformId } = ctx.caller;
  const own = (table: typeof requests | typeof transfers) =>
    sql`${platformKey(table)} = hashtextextended(${platformId}, 0) and ${table.platformId} = ${platformId}`;
  const [row] = await ctx.db
    .select({
      sequence: sql<string>`(select ${platforms.webhookSequence}::text from ${platforms} where ${platforms.id} = ${platformId})`,
      schedule: sql<
        string | null
      >`(select extract(epoch from ${recurringPayments.changedAt}) * 1000 || ${recurringPayments.id}
        from ${recurringPayments} where ${recurringPayments.platformId} = ${platformId}
        order by ${recurringPayments.changedAt} desc, ${recurringPayments.id} desc limit 1)`,
      request: sql<string | null>`(select ${requests.id} from ${requests} where ${own(requests)}
        order by ${requests.id} desc limit 1)`,
      transfer: sql<string | null>`(select ${transfers.id} from ${transfers} where ${own(transfers)}
        and ${isCounted(transfers)} order by ${transfers.blockTime} desc, ${transfers.id} desc limit 1)`,
    })
    .from(sql`(select 1) as here`);
  const parts = [row?.sequence, row?.request, row?.transfer, row?.schedule];
  return { version: parts.map((part) => part ?? "").join(".") };
}
