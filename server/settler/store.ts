import { and, asc, count, eq, gte, max, sql } from "drizzle-orm";
import { type SETTLER_STATES, settlers, settlerTransactions } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Receipt } from "@/server/chains/transaction-node";
import { type Ctx, inTransaction, type Reads, type Tx } from "@/server/context";
import type { Signed, Unsigned } from "@/server/executor/signer";
import { newId } from "@/server/lib/ids";
import type { NextState } from "@/server/settler/transaction-state";

export type SettlerTransaction = typeof settlerTransactions.$inferSelect;
export type SettlerState = (typeof SETTLER_STATES)[number];

/** A worker that does not come back within this time has lost the network to another. */
const LEASE_SECONDS = 10;

/** Thrown inside a commit when another worker settles on this network meanwhile: nothing of this pass counts. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Takes or keeps the right to settle on a network; false while another worker has it. By the database's clock. */
export function takeLease(ctx: Ctx, network: string, owner: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.insert(settlers).values({ network, state: "ok" }).onConflictDoNothing();
    const rows = await tx.db
      .update(settlers)
      .set({ leaseOwner: owner, leaseUntil: leaseEnd() })
      .where(
        and(
          eq(settlers.network, network),
          sql`(${settlers.leaseOwner} = ${owner} or ${settlers.leaseUntil} is null
            or ${settlers.leaseUntil} < clock_timestamp())`,
        ),
      )
      .returning({ network: settlers.network });
    return rows.length === 1;
  });
}

/** Gives the network back on a graceful stop. */
export function releaseLease(ctx: Ctx, network: string, owner: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .update(settlers)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(and(eq(settlers.network, network), eq(settlers.leaseOwner, owner)));
  });
}

async function keepLease(tx: Tx, network: string, owner: string): Promise<void> {
  const rows = await tx.db
    .update(settlers)
    .set({ leaseUntil: leaseEnd() })
    .where(and(eq(settlers.network, network), eq(settlers.leaseOwner, owner)))
    .returning({ network: settlers.network });
  if (rows.length === 0) throw new LeaseLost(`another worker settles on ${network}`);
}

function leaseEnd() {
  return sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
}

/** How a settler is. */
export interface SettlerNote {
  state: SettlerState;
  /** In words; null when it is `ok`. */
  reason: string | null;
  address: Hex;
  balance: bigint;
}

/** Writes down how the settler of a network is, for metrics. */
export function noteSettler(ctx: Ctx, network: string, note: SettlerNote): Promise<void> {
  const values = { ...note, checkedAt: ctx.now() };
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .insert(settlers)
      .values({ network, ...values })
      .onConflictDoUpdate({ target: settlers.network, set: values });
  });
}

/** What is not settled on a network, in the order of nonce and attempt. */
export function openTransactions({ db }: Pick<Reads, "db">, network: string): Promise<SettlerTransaction[]> {
  return db
    .select()
    .from(settlerTransactions)
    .where(and(eq(settlerTransactions.network, network), sql`not ${settlerTransactions.isSettled}`))
    .orderBy(asc(settlerTransactions.nonce), asc(settlerTransactions.attempt));
}

const DAY_MS = 24 * 60 * 60_000;

/** How many nonces a settler has used in the last 24 hours. */
export async function sentToday({ db, now }: Pick<Reads, "db" | "now">, network: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(settlerTransactions)
    .where(
      and(
        eq(settlerTransactions.network, network),
        eq(settlerTransactions.attempt, 1),
        gte(settlerTransactions.signedAt, new Date(now().getTime() - DAY_MS)),
      ),
    );
  return row?.count ?? 0;
}

/** The attempt that a new transaction with this nonce would be; 1 for the first. */
export async function nextAttempt(
  { db }: Pick<Reads, "db">,
  network: string,
  sender: Hex,
  nonce: bigint,
): Promise<number> {
  const [row] = await db
    .select({ last: max(settlerTransactions.attempt) })
    .from(settlerTransactions)
    .where(
      and(
        eq(settlerTransactions.network, network),
        eq(settlerTransactions.sender, sender),
        eq(settlerTransactions.nonce, nonce),
      ),
    );
  return (row?.last ?? 0) + 1;
}

export interface NewTransaction {
  network: string;
  owner: string;
  sender: Hex;
  unsigned: Unsigned;
  signed: Signed;
  attempt: number;
  addresses: number;
  signedAtBlock: bigint;
}

/**
 * Stores a signed transaction before any node sees it. Fails on the unique key when another worker has stored one for the same
 * nonce and attempt meanwhile. Throws `LeaseLost`.
 */
export function storeTransaction(
  ctx: Ctx,
  { owner, unsigned, signed, ...rest }: NewTransaction,
): Promise<SettlerTransaction> {
  return inTransaction(ctx, async (tx) => {
    await keepLease(tx, rest.network, owner);
    const [stored] = await tx.db
      .insert(settlerTransactions)
      .values({
        id: newId(tx.now()),
        ...rest,
        nonce: unsigned.nonce,
        hash: signed.hash,
        raw: signed.raw,
        to: unsigned.to,
        data: unsigned.data,
        gasLimit: unsigned.gasLimit,
        maxFee: unsigned.maxFee,
        maxPriorityFee: unsigned.maxPriorityFee,
        state: "pending",
        signedAt: tx.now(),
      })
      .returning();
    if (!stored) throw new Error("a transaction was not stored");
    return stored;
  });
}

/** Where a transaction is now, by what the chain says. */
export interface Moved {
  row: SettlerTransaction;
  next: NextState;
  receipt: Receipt | null;
}

/** Stores where transactions are now, all in one commit. Throws `LeaseLost`. */
export async function storeMoves(
  ctx: Ctx,
  { network, owner, head }: { network: string; owner: string; head: bigint },
  moves: readonly Moved[],
): Promise<void> {
  if (moves.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    await keepLease(tx, network, owner);
    for (const { row, next, receipt } of moves) {
      const isBack = next.state === "pending" && row.state !== "pending";
      await tx.db
        .update(settlerTransactions)
        .set({
          ...next,
          blockNumber: receipt?.blockNumber ?? null,
          blockHash: receipt?.blockHash ?? null,
          succeeded: receipt?.succeeded ?? null,
          gasUsed: receipt?.gasUsed ?? null,
          gasPrice: receipt?.gasPrice ?? null,
          lostAtBlock: next.state === "lost" ? (row.lostAtBlock ?? head) : null,
          ...(isBack ? { signedAtBlock: head } : {}),
        })
        .where(eq(settlerTransactions.id, row.id));
    }
  });
}

/** Transactions that are stored as mined, in a range of blocks, for the audit. */
export function minedTransactions({ db }: Pick<Reads, "db">, network: string): Promise<SettlerTransaction[]> {
  return db
    .select()
    .from(settlerTransactions)
    .where(and(eq(settlerTransactions.network, network), eq(settlerTransactions.state, "mined")))
    .orderBy(asc(settlerTransactions.nonce));
}
