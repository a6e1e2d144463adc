import { and, between, eq, gt, sql } from "drizzle-orm";
import { depositAddresses, depositCollections } from "@/db/schema";
import type { PaymentLog } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { FeeTransferMatch, Match } from "@/server/payments/recording/match";
import type { Proof } from "@/server/payments/recording/prove";

/** A payment event by which a deposit address forwarded what was there. */
export interface Collection {
  log: PaymentLog;
  address: string;
  blockTime: Date;
}

interface Named {
  matches: readonly (Match & Proof)[];
  fees: readonly (FeeTransferMatch & Proof)[];
}

interface Sorted {
  matches: (Match & Proof)[];
  fees: (FeeTransferMatch & Proof)[];
  collections: Omit<Collection, "blockTime">[];
}

/**
 * Takes out of payments and fees what deposit addresses made: that money was counted when it arrived there. The payment
 * contract takes money from nobody but its caller, and only the contract at the address is that; of another token than the
 * address is for, it is somebody's word.
 */
export async function withoutCollections(
  db: Reader,
  network: NetworkId,
  { matches, fees }: Named,
): Promise<Sorted> {
  const all = [...matches, ...fees];
  const senders = new Set(all.flatMap(({ settlement }) => settlement.takenFrom ?? []));
  const tokens = await tokensOf(db, network, [...senders]);
  const address = ({ log, settlement }: { log: PaymentLog } & Proof) =>
    settlement.takenFrom !== null && tokens.get(settlement.takenFrom) === log.token
      ? settlement.takenFrom
      : null;
  return {
    matches: matches.filter((one) => address(one) === null),
    fees: fees.filter((one) => address(one) === null),
    collections: all.flatMap((one) => {
      const from = address(one);
      return from === null ? [] : [{ log: one.log, address: from }];
    }),
  };
}

/** Those of these wallets that are deposit addresses, with the token that each is for. */
async function tokensOf(
  db: Reader,
  network: NetworkId,
  wallets: readonly string[],
): Promise<Map<string, string>> {
  if (wallets.length === 0) return new Map();
  const json = JSON.stringify(wallets.map((wallet) => wallet.slice(2)));
  const rows = await db
    .select({ address: depositAddresses.address, token: depositAddresses.token })
    .from(depositAddresses)
    .where(
      and(
        eq(depositAddresses.network, network),
        sql`${depositAddresses.address} in (select decode(wallet, 'hex') from json_array_elements_text(${json}::text::json) as wallet)`,
      ),
    );
  return new Map(rows.map(({ address, token }) => [address, token]));
}

/** Records what was forwarded, each event once. */
export async function recordCollections(
  tx: Tx,
  network: NetworkId,
  collections: readonly Collection[],
): Promise<void> {
  if (collections.length === 0) return;
  await tx.db
    .insert(depositCollections)
    .values(
      collections.map(({ log, address, blockTime }) => ({
        network,
        txHash: log.txHash,
        position: log.position,
        address,
        amount: log.amount + log.feeAmount,
        blockNumber: log.blockNumber,
        blockTime,
      })),
    )
    .onConflictDoUpdate({
      target: [depositCollections.txHash, depositCollections.position, depositCollections.network],
      set: {
        address: sql`excluded.address`,
        amount: sql`excluded.amount`,
        blockNumber: sql`excluded.block_number`,
        blockTime: sql`excluded.block_time`,
      },
    });
}

/** Removes what a reorganisation took away. */
export async function dropCollectionsAbove(tx: Tx, network: NetworkId, ancestor: bigint): Promise<void> {
  await tx.db
    .delete(depositCollections)
    .where(and(eq(depositCollections.network, network), gt(depositCollections.blockNumber, ancestor)));
}

/** Removes the collections of a range, before those that a node has are recorded. */
export async function dropCollectionsIn(
  tx: Tx,
  network: NetworkId,
  { from, to }: { from: bigint; to: bigint },
): Promise<void> {
  await tx.db
    .delete(depositCollections)
    .where(and(eq(depositCollections.network, network), between(depositCollections.blockNumber, from, to)));
}
