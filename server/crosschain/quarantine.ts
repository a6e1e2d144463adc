import { and, eq, gt, inArray, lte, notExists, sql } from "drizzle-orm";
import { crosschainDeposits, quarantinedDeposits } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Reads, Tx } from "@/server/context";

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 6 * 3_600_000;
const MAX_REASON = 500;
/** How many deposits are read again in one look. */
const MAX_DUE = 100;

export type QuarantinedDeposit = typeof quarantinedDeposits.$inferSelect;

/** Where a deposit stands on its source chain: it may have no row. */
export interface DepositPlace {
  sourceNetwork: string;
  txHash: string;
  logIndex: number;
  blockNumber: bigint;
}

/**
 * Takes a deposit out of every pass after writing or moving it failed, and says when it is tried again: after a minute,
 * then after twice as long each time, at most six hours, as with requests.
 */
export async function quarantineDeposit(tx: Tx, place: DepositPlace, error: unknown): Promise<void> {
  const { sourceNetwork, txHash, logIndex, blockNumber } = place;
  const [known] = await tx.db.select().from(quarantinedDeposits).where(isAt(place));
  const failures = (known?.failures ?? 0) + 1;
  const retryAt = new Date(tx.now().getTime() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
  const values = { blockNumber, failures, reason: reasonOf(error), retryAt };
  await tx.db
    .insert(quarantinedDeposits)
    .values({ sourceNetwork, txHash, logIndex, since: tx.now(), ...values })
    .onConflictDoUpdate({
      target: [quarantinedDeposits.sourceNetwork, quarantinedDeposits.txHash, quarantinedDeposits.logIndex],
      set: values,
    });
  tx.log.error(
    { err: error, network: sourceNetwork, txHash, logIndex, failures, retryAt },
    "deposit cannot be followed: quarantined",
  );
}

/** Lets deposits take part again that were written or moved, or that the chain does not have any more. */
export async function endDepositQuarantine(tx: Tx, places: readonly DepositPlace[]): Promise<void> {
  for (const place of places) await tx.db.delete(quarantinedDeposits).where(isAt(place));
}

/** Quarantined deposits of a source network; with `dueUntil` those that are to be tried by then. */
export function quarantinedDepositsOf(
  { db }: Pick<Reads, "db">,
  network: NetworkId,
  dueUntil?: Date,
): Promise<QuarantinedDeposit[]> {
  return db
    .select()
    .from(quarantinedDeposits)
    .where(
      and(
        eq(quarantinedDeposits.sourceNetwork, network),
        dueUntil && lte(quarantinedDeposits.retryAt, dueUntil),
      ),
    )
    .orderBy(quarantinedDeposits.retryAt)
    .limit(MAX_DUE);
}

/** Those of these deposits that are quarantined. */
export async function quarantinedAmong<T extends DepositPlace>(db: Reader, rows: readonly T[]): Promise<T[]> {
  if (rows.length === 0) return [];
  const known = await db
    .select()
    .from(quarantinedDeposits)
    .where(inArray(quarantinedDeposits.txHash, [...new Set(rows.map(({ txHash }) => txHash))]));
  const places = new Set(known.map(placeKey));
  return rows.filter((row) => places.has(placeKey(row)));
}

/** The next pass of a worker tries the quarantined deposits of this network again. Returns how many. */
export async function retryDeposits(tx: Tx, network: NetworkId): Promise<number> {
  const due = await tx.db
    .update(quarantinedDeposits)
    .set({ retryAt: tx.now() })
    .where(eq(quarantinedDeposits.sourceNetwork, network))
    .returning({ txHash: quarantinedDeposits.txHash });
  return due.length;
}

/** Holds for rows of the table of deposits that are not quarantined, or whose time to be tried has come. */
export function takesPart(db: Reader, now: Date) {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(quarantinedDeposits)
      .where(
        and(
          eq(quarantinedDeposits.sourceNetwork, crosschainDeposits.sourceNetwork),
          eq(quarantinedDeposits.txHash, crosschainDeposits.txHash),
          eq(quarantinedDeposits.logIndex, crosschainDeposits.logIndex),
          gt(quarantinedDeposits.retryAt, now),
        ),
      ),
  );
}

export function placeKey({ sourceNetwork, txHash, logIndex }: Omit<DepositPlace, "blockNumber">): string {
  return `${sourceNetwork}:${txHash}:${logIndex}`;
}

function isAt({ sourceNetwork, txHash, logIndex }: DepositPlace) {
  return and(
    eq(quarantinedDeposits.sourceNetwork, sourceNetwork),
    eq(quarantinedDeposits.txHash, txHash),
    eq(quarantinedDeposits.logIndex, logIndex),
  );
}

/** Of a failed statement the database's own words: its parameters are not for the log. */
function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return (cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).slice(0, MAX_REASON);
}
