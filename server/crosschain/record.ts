import { and, eq, gt, inArray, lte, ne, sql } from "drizzle-orm";
import { crosschainDeposits } from "@/db/schema";
import type { DepositProof, SeenDeposit } from "@/server/chains/crosschain";
import type { NetworkId } from "@/server/chains/networks";
import type { Reader, Tx } from "@/server/context";
import type { FittingDeposit } from "@/server/crosschain/fit";
import { depositStatesBefore } from "@/server/crosschain/state";
import { derivedId } from "@/server/lib/ids";

export type DepositRow = typeof crosschainDeposits.$inferSelect;

/** A deposit that its receipt bears out, and where its fill is to be looked for. */
export interface ProvenDeposit extends FittingDeposit, DepositProof {
  blockTime: Date;
  fillsFrom: bigint;
}

/** Those of these deposits that are not recorded yet, or stand in another block. */
export async function unrecorded(
  db: Reader,
  network: NetworkId,
  fitting: readonly FittingDeposit[],
): Promise<FittingDeposit[]> {
  if (fitting.length === 0) return [];
  const rows = await db
    .select({
      depositId: crosschainDeposits.depositId,
      blockHash: crosschainDeposits.blockHash,
      state: crosschainDeposits.state,
    })
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, network),
        inArray(
          crosschainDeposits.depositId,
          fitting.map(({ seen }) => seen.depositId),
        ),
      ),
    );
  const known = new Set(
    rows.filter(({ state }) => state !== "dropped").map((row) => `${row.depositId}:${row.blockHash}`),
  );
  return fitting.filter(({ seen }) => !known.has(`${seen.depositId}:${seen.blockHash}`));
}

/**
 * Records deposits, each once: network and number are its identity. One that comes back in another block after a
 * reorganisation is the same row with what it says now: the number may belong to somebody else's deposit there.
 */
export async function recordDeposits(tx: Tx, proven: readonly ProvenDeposit[]): Promise<DepositRow[]> {
  if (proven.length === 0) return [];
  const values = proven.map((deposit) => rowOf(tx, deposit));
  const returning = inArray(crosschainDeposits.state, depositStatesBefore("mined"));
  return tx.db
    .insert(crosschainDeposits)
    .values(values)
    .onConflictDoUpdate({
      target: [crosschainDeposits.sourceNetwork, crosschainDeposits.depositId],
      set: {
        ...Object.fromEntries(CONTENT.map((column) => [column, sql.raw(`excluded.${snake(column)}`)])),
        state: sql`case when ${returning} then 'bridging' else ${crosschainDeposits.state} end`,
        changedAt: tx.now(),
      },
    })
    .returning();
}

const CONTENT = [
  "requestId",
  "destinationNetwork",
  "txHash",
  "logIndex",
  "blockNumber",
  "blockHash",
  "blockTime",
  "payer",
  "payerEoa",
  "depositor",
  "recipient",
  "inputToken",
  "outputToken",
  "inputAmount",
  "outputAmount",
  "exclusiveRelayer",
  "exclusivityDeadline",
  "quoteTimestamp",
  "fillDeadline",
  "message",
  "messageHash",
] as const satisfies readonly (keyof DepositRow)[];

function rowOf(tx: Tx, { seen, requestId, source, destination, ...proof }: ProvenDeposit) {
  const { originChainId: _origin, destinationChainId: _destination, ...event } = seen;
  return {
    // The same after a restore, and for every worker.
    id: derivedId("deposit", seen.originChainId, `0x${seen.depositId.toString(16)}`, 0),
    requestId,
    state: "bridging" as const,
    sourceNetwork: source,
    destinationNetwork: destination,
    ...event,
    ...proof,
    seenAt: tx.now(),
    changedAt: tx.now(),
  };
}

/** Drops recorded deposits of a range that is not final and no longer shows them. Returns what changed. */
export async function dropMissing(
  tx: Tx,
  network: NetworkId,
  range: { from: bigint; to: bigint },
  present: readonly SeenDeposit[],
): Promise<DepositRow[]> {
  const rows = await tx.db
    .select()
    .from(crosschainDeposits)
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, network),
        gt(crosschainDeposits.blockNumber, range.from - 1n),
        lte(crosschainDeposits.blockNumber, range.to),
        ne(crosschainDeposits.state, "dropped"),
      ),
    );
  const there = new Set(present.map((seen) => `${seen.depositId}:${seen.blockHash}`));
  const gone = rows.filter((row) => !there.has(`${row.depositId}:${row.blockHash}`));
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
