import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { depositAddresses } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { DepositTerms } from "@/server/chains/deposit-address";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
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

/**
 * Has an address watched from now on. Commit it before anybody is told the address: what arrives before is not looked for.
 */
export async function keepAddress(tx: Tx, given: GivenAddress, watchDays: number): Promise<void> {
  const now = tx.now();
  await tx.db
    .insert(depositAddresses)
    .values({
      network: given.network,
      address: given.address,
      requestId: given.requestId,
      ...rowOfTerms(given.terms),
      createdAt: now,
      watchedUntil: watchedUntil(now, watchDays),
    })
    .onConflictDoUpdate({
      target: [depositAddresses.network, depositAddresses.address],
      // Once its time was over it is new to watchers.
      set: {
        watchedUntil: sql`greatest(${depositAddresses.watchedUntil}, excluded.watched_until)`,
        createdAt: sql`case when ${depositAddresses.watchedUntil} > excluded.created_at
          then ${depositAddresses.createdAt} else excluded.created_at end`,
      },
    });
}
