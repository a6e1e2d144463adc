import { and, desc, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import type { Reads } from "@/server/context";
import { describeApiKey } from "@/server/platforms/api-keys/describe";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";

/** The account's API keys, newest first, without their values. */
export async function listApiKeys(ctx: Pick<Reads, "db" | "caller">): Promise<ApiKeyRecord[]> {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.platformId, ctx.caller.platformId), isNull(apiKeys.deletedAt)))
    .orderBy(desc(apiKeys.id));
  return rows.map(describeApiKey);
}
