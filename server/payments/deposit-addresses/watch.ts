import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { depositAddresses } from "@/db/schema";
import type { ArrivalWatch } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Reads } from "@/server/context";

/** The addresses of a network that a watcher knows, kept between its passes. */
export interface KnownAddresses extends ArrivalWatch {
  tokens: Set<string>;
  addresses: Set<string>;
  /** When the newest of them was written. */
  newest: Date;
  /** When all of them were read, so that those are forgotten whose time is over. */
  readAt: Date;
}

/** Looks for nothing. */
export const NO_ADDRESSES: ArrivalWatch = { tokens: new Set(), addresses: new Set() };

/** A row is written in a moment: what was begun so long before the newest row is committed by now. */
const IN_FLIGHT_MS = 60_000;

const READ_ALL_EVERY_MS = 60 * 60_000;

/**
 * The addresses of a network to which transfers are looked for now. Call it after the newest block is known: who paid in
 * a block was given the address before. Costs what is new since the last call.
 */
export async function watchedAddresses(
  { db, now }: Pick<Reads, "db" | "now">,
  network: NetworkId,
  known: KnownAddresses | null,
): Promise<KnownAddresses> {
  const isRead = known !== null && now().getTime() - known.readAt.getTime() < READ_ALL_EVERY_MS;
  const watch: KnownAddresses = isRead
    ? known
    : { tokens: new Set(), addresses: new Set(), newest: new Date(0), readAt: now() };
  const found = await addressesWhere(
    db,
    and(
      eq(depositAddresses.network, network),
      gt(depositAddresses.watchedUntil, now()),
      gt(depositAddresses.createdAt, new Date(watch.newest.getTime() - IN_FLIGHT_MS)),
    ),
  );
  for (const { token, newest, addresses } of found) {
    watch.tokens.add(token);
    for (const address of addresses) watch.addresses.add(address);
    if (newest > watch.newest) watch.newest = newest;
  }
  return watch;
}

/** Every address that a network ever had, for those who read old blocks again. */
export async function everyAddress({ db }: Pick<Reads, "db">, network: NetworkId): Promise<ArrivalWatch> {
  const found = await addressesWhere(db, eq(depositAddresses.network, network));
  return {
    addresses: new Set(found.flatMap(({ addresses }) => addresses)),
    tokens: new Set(found.map(({ token }) => token)),
  };
}

/** The addresses that a condition leaves, by their token, and when the newest of them was written. */
async function addressesWhere(db: Reader, condition: SQL | undefined) {
  const rows = await db
    .select({
      token: depositAddresses.token,
      newest: sql`max(${depositAddresses.createdAt})`.mapWith(depositAddresses.createdAt),
      // One text of all of them: as a row each, 100,000 take half a second.
      addresses: sql<string>`string_agg('0x' || encode(${depositAddresses.address}, 'hex'), ',')`,
    })
    .from(depositAddresses)
    .where(condition)
    .groupBy(depositAddresses.token);
  return rows.map(({ addresses, ...row }) => ({ ...row, addresses: addresses.split(",") }));
}
