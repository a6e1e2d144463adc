import type { Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";

/** What changes in a deposit whose refund its chain does not have any more: the pool owes it again. */
export function refundLost(tx: Pick<Tx, "now">): Partial<DepositRow> {
  return {
    state: "refunding",
    refundTxHash: null,
    refundLogIndex: null,
    refundPosition: null,
    refundBlockNumber: null,
    refundBlockHash: null,
    changedAt: tx.now(),
  };
}
