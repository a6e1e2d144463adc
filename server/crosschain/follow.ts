import { and, eq, gt, gte, inArray, or, sql } from "drizzle-orm";
import { crosschainDeposits } from "@/db/schema";
import type { SeenDeposit, SeenFill } from "@/server/chains/crosschain";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { takesPart } from "@/server/crosschain/quarantine";
import { readSourcesAgain } from "@/server/crosschain/read-again";
import { chainIdOf, isFillOf, relayOf } from "@/server/crosschain/relay";
import { type DepositEvent, depositTable } from "@/server/crosschain/state";

/** Deposits looked after at once; a pass goes through all of them, so that nobody's can keep another's waiting. */
export const AT_ONCE = 500;

/**
 * Deposits for a network whose fill may still come or still go away: those that wait for it, those filled above its
 * final block, and those that the source dropped, which a relayer may have filled all the same; none that is quarantined
 * still. `AT_ONCE` of them, with IDs behind `after`.
 */
export function unsettledDeposits(
  db: Reader,
  destination: NetworkId,
  { finalized, since, after, now }: { finalized: bigint; since: Date; after: string; now: Date },
): Promise<DepositRow[]> {
  return db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.destinationNetwork, destination),
        gt(crosschainDeposits.id, after),
        takesPart(db, now),
        or(
          inArray(crosschainDeposits.state, ["bridging", "expired"]),
          gt(crosschainDeposits.fillBlockNumber, finalized),
          and(eq(crosschainDeposits.state, "dropped"), gt(crosschainDeposits.changedAt, since)),
        ),
      ),
    )
    .orderBy(crosschainDeposits.id)
    .limit(AT_ONCE);
}

/** What a pass found out about a deposit on its destination. */
export interface Observation {
  row: DepositRow;
  event: DepositEvent;
  fill?: SeenFill;
}

/**
 * What these fills and the time of the destination say about these deposits. `unfillable` are those that its pool calls
 * unfilled at a final block past their deadline.
 */
export function observe(
  rows: readonly DepositRow[],
  fills: readonly SeenFill[],
  { latestTime, unfillable }: { latestTime: number; unfillable: ReadonlySet<DepositRow> },
): Observation[] {
  return rows.flatMap((row): Observation[] => {
    const fill = fills.find((one) => isFillOf(one, row));
    if (fill) return [{ row, event: eventOf(fill), fill }];
    if (row.fillTxHash !== null) return [{ row, event: "fill_dropped" }];
    if (unfillable.has(row)) return [{ row, event: "unfillable" }];
    return latestTime > row.fillDeadline ? [{ row, event: "deadline_passed" }] : [];
  });
}

function eventOf({ isRedirected, hasFailedCall }: SeenFill): DepositEvent {
  if (isRedirected) return "redirected";
  return hasFailedCall ? "failed_call_seen" : "fill_seen";
}

/** Moves deposits by the table, and returns those that moved as they are now. */
export async function moveDeposits(tx: Tx, observations: readonly Observation[]): Promise<DepositRow[]> {
  const moved: DepositRow[] = [];
  for (const { row, event, fill } of observations) {
    const to = depositTable[row.state][event];
    const isSameFill =
      fill !== undefined && fill.txHash === row.fillTxHash && fill.blockHash === row.fillBlockHash;
    if (to === undefined && (fill === undefined || isSameFill)) continue;
    const [after] = await tx.db
      .update(crosschainDeposits)
      .set({ ...(to ? { state: to } : {}), ...changesOf(tx, event, fill), changedAt: tx.now() })
      .where(and(eq(crosschainDeposits.id, row.id), eq(crosschainDeposits.state, row.state)))
      .returning();
    if (!after) continue;
    moved.push(after);
    if (event === "fill_dropped") await readSourcesAgain(tx, [after]);
  }
  return moved;
}

function changesOf(tx: Tx, event: DepositEvent, fill: SeenFill | undefined): Partial<DepositRow> {
  if (fill) {
    return {
      fillTxHash: fill.txHash,
      fillBlockNumber: fill.blockNumber,
      fillBlockHash: fill.blockHash,
      expiredAt: null,
    };
  }
  if (event === "fill_dropped") return { fillTxHash: null, fillBlockNumber: null, fillBlockHash: null };
  return event === "deadline_passed" ? { expiredAt: tx.now() } : {};
}

/**
 * From which block of the destination fills of open deposits are to be looked for next: never beyond a final one. Those
 * that are to be looked for again from a lower block than these rows say keep that.
 */
export async function fillsReadUpTo(
  tx: Tx,
  destination: NetworkId,
  rows: readonly DepositRow[],
  finalized: bigint,
): Promise<void> {
  const behind = rows.filter(({ fillsFrom }) => fillsFrom <= finalized);
  if (behind.length === 0) return;
  const ids = behind.map(({ id }) => id);
  await tx.db
    .update(crosschainDeposits)
    .set({ fillsFrom: sql`greatest(${crosschainDeposits.fillsFrom}, ${finalized}::bigint)` })
    .where(
      and(
        eq(crosschainDeposits.destinationNetwork, destination),
        inArray(crosschainDeposits.id, ids),
        gte(crosschainDeposits.fillsFrom, lowest(behind.map(({ fillsFrom }) => fillsFrom))),
      ),
    );
}

/** The lowest of these blocks, of which there is one at least. */
export function lowest(blocks: readonly bigint[]): bigint {
  const [first = 0n] = [...blocks].sort((a, b) => (a < b ? -1 : 1));
  return first;
}

/** A recorded deposit as the chains name it. */
export function seenOf(row: DepositRow): SeenDeposit {
  const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`;
  return {
    ...relayOf(row),
    txHash: hex(row.txHash),
    blockNumber: row.blockNumber,
    blockHash: hex(row.blockHash),
    logIndex: row.logIndex,
    destinationChainId: chainIdOf(row.destinationNetwork),
    quoteTimestamp: row.quoteTimestamp,
    message: hex(row.message),
  };
}
