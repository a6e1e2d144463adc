import { and, eq } from "drizzle-orm";
import { apiKeys, platforms } from "@/db/schema";
import type { Reads } from "@/server/context";
import { hashSecret } from "@/server/lib/ids";

/** The platform that an active API key belongs to, or undefined. */
export async function findPlatformByApiKey(
  { db }: Pick<Reads, "db">,
  apiKey: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db
    .select({ id: platforms.id, name: platforms.name })
    .from(apiKeys)
    .innerJoin(platforms, eq(platforms.id, apiKeys.platformId))
    .where(and(eq(apiKeys.hash, hashSecret(apiKey)), eq(apiKeys.status, "active")));
  return row;
}
