import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { destinationSignings, payeeDestinations, platforms } from "@/db/schema";
import type { Caller } from "@/server/context";

/** Destinations an account registered, and all of the wallet it signs in with. */
export function belongsTo(platformId: string): SQL {
  const own = (column: PgColumn) =>
    sql`(select ${column} from ${platforms} where ${platforms.id} = ${platformId})`;
  return sql`(${payeeDestinations.platformId} = ${platformId}
    or (${payeeDestinations.walletAddress} = ${own(platforms.walletAddress)}
      and ${payeeDestinations.walletChainId} = ${own(platforms.walletChainId)}))`;
}

/**
 * Destinations a client ID may read: its account's, and those of wallets that signed for it, since a wallet
 * belongs to nobody but itself.
 */
export function visibleTo(caller: Pick<Caller, "platformId">): SQL {
  const consent = sql`exists (
    select 1 from ${destinationSignings}
    where ${destinationSignings.platformId} = ${caller.platformId}
      and ${destinationSignings.walletAddress} = ${payeeDestinations.walletAddress}
      and ${destinationSignings.walletChainId} = ${payeeDestinations.walletChainId}
      and ${destinationSignings.usedAt} is not null)`;
  return sql`(${belongsTo(caller.platformId)} or ${consent})`;
}
