import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { crosschainCursors, crosschainDeposits } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { refundLost } from "@/server/crosschain/refund-lost";
import { depositStatesBefore } from "@/server/crosschain/state";

/**
 * Has deposits, fills and refunds of a network looked for again from this block on, also where they were final: an
 * operator has accepted a branch that parts from the one they were read on. What was filled or given back there waits
 * until an ordinary pass finds it, or finds that it is gone; deposits that are gone are dropped by the next one. Returns
 * what moved: the requests of these may wait for money again.
 */
export async function readDepositsAgain(tx: Tx, network: NetworkId, from: bigint): Promise<DepositRow[]> {
  await putCursorBelow(tx, network, from);
  const lostFills = await tx.db
    .update(crosschainDeposits)
    .set({
      state: "bridging",
      fillTxHash: null,
      fillBlockNumber: null,
      fillBlockHash: null,
      changedAt: tx.now(),
    })
    .where(
      and(
        eq(crosschainDeposits.destinationNetwork, network),
        gte(crosschainDeposits.fillBlockNumber, from),
        inArray(crosschainDeposits.state, depositStatesBefore("fill_dropped")),
      ),
    )
    .returning();
  await readSourcesAgain(tx, lostFills);
  await tx.db
    .update(crosschainDeposits)
    .set({ fillsFrom: sql`least(${crosschainDeposits.fillsFrom}, ${from}::bigint)` })
    .where(
      and(
        eq(crosschainDeposits.destinationNetwork, network),
        inArray(crosschainDeposits.state, depositStatesBefore("fill_seen")),
      ),
    );
  const lostRefunds = await tx.db
    .update(crosschainDeposits)
    .set(refundLost(tx))
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, network),
        gte(crosschainDeposits.refundBlockNumber, from),
        inArray(crosschainDeposits.state, depositStatesBefore("refund_dropped")),
      ),
    )
    .returning();
  await tx.db
    .update(crosschainDeposits)
    .set({ refundsFrom: sql`least(${crosschainDeposits.refundsFrom}, ${from}::bigint)` })
    .where(
      and(
        eq(crosschainDeposits.sourceNetwork, network),
        inArray(crosschainDeposits.state, depositStatesBefore("refund_seen")),
      ),
    );
  return [...lostFills, ...lostRefunds];
}

/**
 * Has the sources of deposits whose fills are gone read again from where these stand, also where that is final: while they
 * were filled, nothing followed from a source that dropped them.
 */
export async function readSourcesAgain(
  tx: Tx,
  unfilled: readonly Pick<DepositRow, "sourceNetwork" | "blockNumber">[],
): Promise<void> {
  for (const { sourceNetwork, blockNumber } of unfilled) await putCursorBelow(tx, sourceNetwork, blockNumber);
}

async function putCursorBelow(tx: Tx, network: string, block: bigint): Promise<void> {
  await tx.db
    .update(crosschainCursors)
    .set({ finalizedBlock: sql`least(${crosschainCursors.finalizedBlock}, ${block}::bigint - 1)` })
    .where(eq(crosschainCursors.network, network));
}
