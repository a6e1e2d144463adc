import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { depositAddresses, requests } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { DepositTerms } from "@/server/chains/deposit-address";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
import { type DepositAddressRow, rowOfTerms } from "@/server/payments/deposit-addresses/address-row";

const DAY_MS = 24 * 60 * 60_000;

/** An address that is about to be given to somebody. */
export interface GivenAddress {
  network: NetworkId;
  address: Hex;
  requestId: string;
  terms: DepositTerms;
}

/** The addresses that a request (row ID) has, the oldest first. */
export function addressesOf(db: Reader, requestId: string): Promise<DepositAddressRow[]> {
  return db
    .select()
    .from(depositAddresses)
    .where(eq(depositAddresses.requestId, requestId))
    .orderBy(depositAddresses.createdAt, depositAddresses.address);
}

/** These addresses of a network (lower-case hex) with their terms. */
export function readAddresses(
  db: Reader,
  network: NetworkId,
  addresses: readonly string[],
): Promise<DepositAddressRow[]> {
  return db
    .select()
    .from(depositAddresses)
    .where(and(eq(depositAddresses.network, network), inArray(depositAddresses.address, [...addresses])));
}

/** Those of these requests (row IDs) that have a deposit address, whether transfers to it are still looked for or not. */
export async function withDepositAddress(
  db: Reader,
  requestIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ requestId: depositAddresses.requestId })
    .from(depositAddresses)
    .where(isAnyOf(depositAddresses.requestId, [...new Set(requestIds)]));
  return new Set(rows.map(({ requestId }) => requestId));
}

/** Prolongs the time that these addresses are watched, because something arrived. */
export async function prolongWatch(
  tx: Tx,
  network: NetworkId,
  addresses: readonly string[],
  watchDays: number,
): Promise<void> {
  if (addresses.length === 0) return;
  const until = watchedUntil(tx.now(), watchDays);
  await tx.db
    .update(depositAddresses)
    .set({ watchedUntil: until })
    .where(
      and(
        eq(depositAddresses.network, network),
        inArray(depositAddresses.address, [...addresses]),
        lt(depositAddresses.watchedUntil, until),
      ),
    );
}

/** Until when an address is watched that was given or paid now. */
function watchedUntil(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** A request has one for each fee that somebody asks with, and each is watched. */
const MAX_ADDRESSES = 10;

/**
 * Has an address watched from now on; false where the request has as many others as it can have. Commit it before anybody
 * is told the address: what arrives before is not looked for.
 */
export async function keepAddress(tx: Tx, given: GivenAddress, watchDays: number): Promise<boolean> {
  // Two at once would count the same.
  await tx.db
    .select({ id: requests.id })
    .from(requests)
    .where(eq(requests.id, given.requestId))
    .for("no key update");
  const others = await addressesOf(tx.db, given.requestId);
  const address = given.address.toLowerCase();
  const isNew = others.every((other) => other.address !== address || other.network !== given.network);
  if (isNew && others.length >= MAX_ADDRESSES) return false;
  const until = watchedUntil(tx.now(), watchDays);
  await tx.db
    .insert(depositAddresses)
    .values({
      network: given.network,
      address,
      requestId: given.requestId,
      ...rowOfTerms(given.terms),
      // One clock for all processes: a watcher asks for what is newer than what it knows.
      createdAt: sql`now()`,
      watchedUntil: until,
    })
    .onConflictDoUpdate({
      target: [depositAddresses.network, depositAddresses.address],
      set: {
        watchedUntil: until,
        // Once its time was over it is new to watchers.
        createdAt: sql`case when ${depositAddresses.watchedUntil} > ${tx.now().toISOString()}::timestamptz
          then ${depositAddresses.createdAt} else now() end`,
      },
      // Somebody who asks again and again writes once a day.
      setWhere: lt(depositAddresses.watchedUntil, new Date(until.getTime() - DAY_MS)),
    });
  return true;
}
