import { sql } from "drizzle-orm";
import { platformKey } from "@/db/keys";
import { isCounted, platforms, requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { Changes } from "@/server/dashboard/overview-schema";

/**
 * A text that is another one as soon as the account has a new request, a newly seen payment or an event: three
 * looks into indexes, whatever the account has (docs/decisions/live-dashboard.md).
 */
export async function readChanges(ctx: Pick<Reads, "db" | "caller">): Promise<Changes> {
  const { platformId } = ctx.caller;
  const own = (table: typeof requests | typeof transfers) =>
    sql`${platformKey(table)} = hashtextextended(${platformId}, 0) and ${table.platformId} = ${platformId}`;
  const [row] = await ctx.db
    .select({
      sequence: sql<string>`(select ${platforms.webhookSequence}::text from ${platforms} where ${platforms.id} = ${platformId})`,
      request: sql<string | null>`(select ${requests.id} from ${requests} where ${own(requests)}
        order by ${requests.id} desc limit 1)`,
      transfer: sql<string | null>`(select ${transfers.id} from ${transfers} where ${own(transfers)}
        and ${isCounted(transfers)} order by ${transfers.blockTime} desc, ${transfers.id} desc limit 1)`,
    })
    .from(sql`(select 1) as here`);
  return { version: [row?.sequence, row?.request, row?.transfer].map((part) => part ?? "").join(".") };
}
