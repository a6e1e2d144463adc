import { and, eq, isNull } from "drizzle-orm";
import { clientIds, platforms, securePayments } from "@/db/schema";
import type { Reads } from "@/server/context";
import { isStorable } from "@/server/lib/text";

/** Longer than every token. */
const MAX_TOKEN = 100;

/** What a content security policy can name: of allowed domains, IPv6 addresses and names with an underscore are not. */
const NAMEABLE = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/**
 * Origins whose pages may show a link in a frame: the allowed domains of the client ID that made the link, as long as that
 * one is active and its account is not disabled. Empty for a link that an API key or a session made, for a client ID
 * without domains, and for a token that is none.
 */
export async function frameOrigins(ctx: Pick<Reads, "db">, token: string): Promise<string[]> {
  if (token.length === 0 || token.length > MAX_TOKEN || !isStorable(token)) return [];
  const [row] = await ctx.db
    .select({ domains: clientIds.allowedDomains })
    .from(securePayments)
    .innerJoin(clientIds, eq(clientIds.id, securePayments.clientIdId))
    .innerJoin(platforms, eq(platforms.id, securePayments.platformId))
    .where(
      and(eq(securePayments.token, token), eq(clientIds.status, "active"), isNull(platforms.disabledAt)),
    );
  return row?.domains.filter((origin) => NAMEABLE.test(origin)) ?? [];
}
