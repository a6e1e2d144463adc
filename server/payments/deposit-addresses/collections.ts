import { and, between, eq, gt, sql } from "drizzle-orm";
import { depositAddresses, depositCollections } from "@/db/schema";
import type { ChainAdapter, PaymentLog, ShownTransaction } from "@/server/chains/adapter";
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

/** What an event forwarded, base units, the fee inside it included. */
export function collectedBy({ amount, feeAmount }: Pick<PaymentLog, "amount" | "feeAmount">): bigint {
  return amount + feeAmount;
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
        amount: collectedBy(log),
        feeAmount: log.feeAmount,
        topic1: log.topic1,
        blockNumber: log.blockNumber,
        blockTime,
      })),
    )
    .onConflictDoUpdate({
      target: [depositCollections.txHash, depositCollections.position, depositCollections.network],
      set: {
        address: sql`excluded.address`,
        amount: sql`excluded.amount`,
        feeAmount: sql`excluded.fee_amount`,
        topic1: sql`excluded.topic1`,
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

/** Which event of which transaction a collection is. */
interface CollectionKey {
  txHash: string;
  position: number;
}

type CollectionRow = typeof depositCollections.$inferSelect;

/** The collections that are recorded in these blocks, both ends included. */
export function collectionsInBlocks(
  db: Reader,
  network: NetworkId,
  { from, to }: { from: bigint; to: bigint },
): Promise<CollectionRow[]> {
  return db
    .select()
    .from(depositCollections)
    .where(and(eq(depositCollections.network, network), between(depositCollections.blockNumber, from, to)));
}

/**
 * Removes the collections of a range that are not among `present`, which is all that the chain has there: a reorganisation
 * that was not noticed took them away, or a node had made them up. Call it after `present` is recorded.
 */
export async function dropMissingCollections(
  tx: Tx,
  network: NetworkId,
  range: { from: bigint; to: bigint },
  present: readonly Pick<Collection, "log">[],
): Promise<void> {
  const there = new Set(present.map(({ log }) => keyOf(log)));
  const rows = await collectionsInBlocks(tx.db, network, range);
  for (const row of rows) {
    if (there.has(keyOf(row))) continue;
    await tx.db
      .delete(depositCollections)
      .where(
        and(
          eq(depositCollections.network, network),
          eq(depositCollections.txHash, row.txHash),
          eq(depositCollections.position, row.position),
        ),
      );
  }
}

/**
 * Transactions with recorded collections in a range that no log shows any more, to be looked up by their receipts in the
 * blocks that the node has now.
 */
export async function unshownCollections(
  db: Reader,
  chain: ChainAdapter,
  range: { from: bigint; to: bigint },
  payments: readonly PaymentLog[],
): Promise<ShownTransaction[]> {
  const shown = new Set<string>(payments.map(({ txHash }) => txHash));
  const rows = await collectionsInBlocks(db, chain.network.id, range);
  const unshown = new Map(rows.filter((row) => !shown.has(row.txHash)).map((row) => [row.txHash, row]));
  if (unshown.size === 0) return [];
  const numbers = [...new Set([...unshown.values()].map(({ blockNumber }) => blockNumber))];
  const blocks = await chain.blocks(numbers);
  const hashes = new Map(numbers.map((number, i) => [number, blocks[i]?.hash]));
  return [...unshown.values()].flatMap(({ txHash, blockNumber }) => {
    const blockHash = hashes.get(blockNumber);
    return blockHash ? [{ txHash: `0x${txHash.slice(2)}` as const, blockHash, blockNumber, logs: [] }] : [];
  });
}

function keyOf({ txHash, position }: CollectionKey): string {
  return `${txHash}:${position}`;
}
