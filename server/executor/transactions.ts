import { and, asc, eq, inArray, max, sql } from "drizzle-orm";
import { type CarriedInstalment, executorTransactions } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Receipt } from "@/server/chains/transaction-node";
import type { Reads, Tx } from "@/server/context";
import type { InstalmentEvent } from "@/server/executor/instalment";
import type { Signed, Unsigned } from "@/server/executor/signer";
import { newId } from "@/server/lib/ids";

export type ExecutorTransaction = typeof executorTransactions.$inferSelect;

/** What is not settled on a network, in the order of nonce and attempt. */
export function openTransactions(ctx: Pick<Reads, "db">, network: string): Promise<ExecutorTransaction[]> {
  return ctx.db
    .select()
    .from(executorTransactions)
    .where(and(eq(executorTransactions.network, network), sql`not ${executorTransactions.isSettled}`))
    .orderBy(asc(executorTransactions.nonce), asc(executorTransactions.attempt));
}

export interface NewTransaction {
  network: string;
  sender: Hex;
  unsigned: Unsigned;
  signed: Signed;
  attempt: number;
  instalments: readonly CarriedInstalment[];
  signedAtBlock: bigint;
}

/** The attempt that a new transaction with this nonce would be; 1 for the first. */
export async function nextAttempt(
  ctx: Pick<Reads, "db">,
  network: string,
  sender: Hex,
  nonce: bigint,
): Promise<number> {
  const [row] = await ctx.db
    .select({ last: max(executorTransactions.attempt) })
    .from(executorTransactions)
    .where(
      and(
        eq(executorTransactions.network, network),
        eq(executorTransactions.sender, sender),
        eq(executorTransactions.nonce, nonce),
      ),
    );
  return (row?.last ?? 0) + 1;
}

/**
 * Stores a signed transaction before any node sees it. Fails on the unique key when another worker has stored one for
 * the same nonce and attempt meanwhile.
 */
export async function storeTransaction(tx: Tx, transaction: NewTransaction): Promise<ExecutorTransaction> {
  const { network, sender, unsigned, signed, attempt, instalments, signedAtBlock } = transaction;
  const [stored] = await tx.db
    .insert(executorTransactions)
    .values({
      id: newId(tx.now()),
      network,
      sender,
      nonce: unsigned.nonce,
      attempt,
      hash: signed.hash,
      raw: signed.raw,
      to: unsigned.to,
      data: unsigned.data,
      gasLimit: unsigned.gasLimit,
      maxFee: unsigned.maxFee,
      maxPriorityFee: unsigned.maxPriorityFee,
      instalments: [...instalments],
      state: "pending",
      signedAtBlock,
      signedAt: tx.now(),
    })
    .returning();
  if (!stored) throw new Error("a transaction was not stored");
  return stored;
}

/** Notes what a node said to a broadcast; null when it was taken. */
export async function noteRefusal(tx: Tx, id: string, refusal: string | null): Promise<void> {
  await tx.db.update(executorTransactions).set({ refusal }).where(eq(executorTransactions.id, id));
}

/** Notes that a transaction is in a block. */
export async function noteMined(
  tx: Tx,
  id: string,
  receipt: Receipt,
  events: readonly InstalmentEvent[],
  isSettled: boolean,
): Promise<void> {
  await tx.db
    .update(executorTransactions)
    .set({
      state: "mined",
      isSettled,
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      succeeded: receipt.succeeded,
      paid: events.filter(({ kind }) => kind === "paid").length,
      failed: events.filter(({ kind }) => kind === "failed").length,
      gasUsed: receipt.gasUsed,
      gasPrice: receipt.gasPrice,
      minedAt: tx.now(),
      lostAtBlock: null,
      refusal: null,
    })
    .where(eq(executorTransactions.id, id));
}

/** Notes that these wait to be mined again, from now on: the block that held them or their nonce is gone. */
export async function notePending(tx: Tx, ids: readonly string[], atBlock: bigint): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(executorTransactions)
    .set({
      state: "pending",
      isSettled: false,
      signedAtBlock: atBlock,
      blockNumber: null,
      blockHash: null,
      succeeded: null,
      paid: null,
      failed: null,
      gasUsed: null,
      gasPrice: null,
      minedAt: null,
      lostAtBlock: null,
    })
    .where(inArray(executorTransactions.id, [...ids]));
}

/** Notes that another transaction has the nonce of these. */
export async function noteLost(tx: Tx, ids: readonly string[], atBlock: bigint): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(executorTransactions)
    .set({ state: "lost", lostAtBlock: atBlock })
    .where(inArray(executorTransactions.id, [...ids]));
}

/** Nothing about these can change any more. */
export async function settleTransactions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(executorTransactions)
    .set({ isSettled: true })
    .where(inArray(executorTransactions.id, [...ids]));
}

/**
 * Nothing waits any more for the transactions of one nonce: they carry no claims, and are followed until they are mined
 * or lost.
 */
export async function noteGivenUp(
  tx: Tx,
  network: string,
  { sender, nonce }: Pick<ExecutorTransaction, "sender" | "nonce">,
): Promise<void> {
  await tx.db
    .update(executorTransactions)
    .set({ instalments: [] })
    .where(
      and(
        eq(executorTransactions.network, network),
        eq(executorTransactions.sender, sender),
        eq(executorTransactions.nonce, nonce),
      ),
    );
}
