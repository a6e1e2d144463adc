import { and, eq, gte, inArray, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { crosschainDeposits } from "@/db/schema";
import type { DepositProof, SeenDeposit } from "@/server/chains/crosschain";
import { relayHashOf } from "@/server/chains/evm/crosschain/events";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import type { FittingDeposit } from "@/server/crosschain/fit";
import { isFillable } from "@/server/crosschain/meaning";
import { relayKey, relayOf } from "@/server/crosschain/relay";
import { depositStatesBefore } from "@/server/crosschain/state";
import { derivedId } from "@/server/lib/ids";

/** A deposit that its receipt bears out, and where its fill is to be looked for. */
export interface ProvenDeposit extends FittingDeposit, DepositProof {
  blockTime: Date;
  fillsFrom: bigint;
}

/** Blocks of a source that are read together, and the deposits that stand in them. */
export interface Reading {
  from: bigint;
  to: bigint;
  present: readonly SeenDeposit[];
}

/**
 * Those of these deposits that are to be written: each relay once, in the order of the chain, where it is not recorded
 * yet, was dropped, or stood in one of these blocks at a place that is not there any more. A second deposit of the same
 * relay changes nothing: the pool fills both together.
 */
export async function unrecorded(
  db: Reader,
  network: NetworkId,
  fitting: readonly FittingDeposit[],
  reading: Reading,
): Promise<FittingDeposit[]> {
  if (fitting.length === 0) return [];
  const rows = await db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, network),
        inArray(crosschainDeposits.depositId, [...new Set(fitting.map(({ seen }) => seen.depositId))]),
      ),
    );
  const places = new Set(reading.present.map(placeIn));
  const isGone = (row: DepositRow) => row.blockNumber >= reading.from && !places.has(placeIn(row));
  const settled = new Set(
    rows.filter((row) => row.state !== "dropped" && !isGone(row)).map((row) => relayKey(relayOf(row))),
  );
  return fitting.filter(({ seen }) => {
    const key = relayKey(seen);
    if (settled.has(key)) return false;
    settled.add(key);
    return true;
  });
}

function placeIn({ blockHash, logIndex }: Pick<DepositRow, "blockHash" | "logIndex">): string {
  return `${blockHash}:${logIndex}`;
}

/**
 * Records deposits, each once: the words that the pool's relay hash covers are its identity, so what it says never
 * changes. Only its place does, and who paid it, where the source chain dropped the place that is recorded.
 */
export async function recordDeposits(
  tx: Tx,
  proven: readonly ProvenDeposit[],
  reading: Reading,
): Promise<DepositRow[]> {
  if (proven.length === 0) return [];
  const values = proven.map((deposit) => rowOf(tx, deposit));
  const returning = inArray(crosschainDeposits.state, depositStatesBefore("mined"));
  const place = sql`'0x' || encode(${crosschainDeposits.blockHash}, 'hex') || ':' || ${crosschainDeposits.logIndex}`;
  const isGone = and(
    gte(crosschainDeposits.blockNumber, reading.from),
    notInArray(place, reading.present.map(placeIn)),
  );
  return tx.db
    .insert(crosschainDeposits)
    .values(values)
    .onConflictDoUpdate({
      target: RELAY.map((column) => crosschainDeposits[column]),
      set: {
        ...Object.fromEntries(PLACE.map((column) => [column, sql.raw(`excluded.${snake(column)}`)])),
        state: sql`case when ${returning} then 'bridging' else ${crosschainDeposits.state} end`,
        changedAt: tx.now(),
      },
      setWhere: or(returning, isGone),
    })
    .returning();
}

/** As `relayKey` compares them: the columns of the unique index. */
const RELAY = [
  "sourceNetwork",
  "depositId",
  "destinationNetwork",
  "messageHash",
  "depositor",
  "recipient",
  "inputToken",
  "inputAmount",
  "outputToken",
  "outputAmount",
  "exclusiveRelayer",
  "exclusivityDeadline",
  "fillDeadline",
] as const satisfies readonly (keyof DepositRow)[];

/** What of a deposit another block may say differently. */
const PLACE = [
  "txHash",
  "logIndex",
  "blockNumber",
  "blockHash",
  "blockTime",
  "payer",
  "payerEoa",
  "quoteTimestamp",
] as const satisfies readonly (keyof DepositRow)[];

function rowOf(tx: Tx, { seen, requestId, payeeAmount, source, destination, ...proof }: ProvenDeposit) {
  const { originChainId: _origin, destinationChainId: _destination, ...event } = seen;
  const words = { ...event, ...proof, sourceNetwork: source, destinationNetwork: destination };
  return {
    // The same after a restore, and for every worker.
    id: derivedId("deposit", relayHashOf(seen)),
    requestId,
    payeeAmount,
    state: "bridging" as const,
    ...words,
    fillable: isFillable(words),
    seenAt: tx.now(),
    changedAt: tx.now(),
  };
}

/** Drops recorded deposits of these blocks that no longer show them. Returns what changed. */
export async function dropMissing(tx: Tx, network: NetworkId, reading: Reading): Promise<DepositRow[]> {
  const rows = await tx.db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, network),
        gte(crosschainDeposits.blockNumber, reading.from),
        lte(crosschainDeposits.blockNumber, reading.to),
        ne(crosschainDeposits.state, "dropped"),
      ),
    );
  const there = new Set(reading.present.map(placeIn));
  const gone = rows.filter((row) => !there.has(placeIn(row)));
  if (gone.length === 0) return [];
  return tx.db
    .update(crosschainDeposits)
    .set({ state: "dropped", changedAt: tx.now() })
    .where(
      and(
        inArray(
          crosschainDeposits.id,
          gone.map(({ id }) => id),
        ),
        inArray(crosschainDeposits.state, depositStatesBefore("dropped")),
      ),
    )
    .returning();
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
