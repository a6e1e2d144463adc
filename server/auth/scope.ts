import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { platformKey } from "@/db/keys";
import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/**
 * The condition that keeps a caller inside its own rows: its platform and, for a client ID, only what that
 * client ID created (PS-11). The one place that builds it; every tenant-owned read uses it.
 */
export function ownedBy(
  caller: Caller,
  table: { platformId: PgColumn; clientIdId: PgColumn },
): SQL | undefined {
  const platform = eq(table.platformId, caller.platformId);
  return caller.clientId ? and(platform, eq(table.clientIdId, caller.clientId.id)) : platform;
}

/** As `ownedBy`, for tables whose index over all rows of an account begins with its short key. */
export function ownedByKey(
  caller: Caller,
  table: { platformId: PgColumn; clientIdId: PgColumn },
): SQL | undefined {
  const key = sql`${platformKey(table)} = hashtextextended(${caller.platformId}, 0)`;
  return caller.clientId ? ownedBy(caller, table) : and(key, ownedBy(caller, table));
}

/**
 * Refuses browser client IDs: their value is public, so they create and read single records but never list
 * or search. Throws 403.
 */
export function refuseBrowserClient(caller: Caller): void {
  if (caller.clientId?.isBrowser) {
    throw new ApiError("forbidden", "A browser client ID cannot list or search");
  }
}
