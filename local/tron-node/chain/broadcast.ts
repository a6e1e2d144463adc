import { checkTransaction } from "@/local/tron-node/chain/accept";
import { isLost, refused } from "@/local/tron-node/chain/faults";
import { Refusal } from "@/local/tron-node/chain/node-error";
import type { ChainState } from "@/local/tron-node/chain/state";
import type { TronTransaction } from "@/local/tron-node/codec/transaction";

/**
 * Take a signed transaction into the pool. Accepted is not executed: the next block does that. Throws a `Refusal`.
 */
export async function broadcast(state: ChainState, transaction: TronTransaction): Promise<void> {
  const fault = refused(state.faults);
  if (fault && !fault.taken) throw new Refusal(fault.code, fault.message);
  await state.lane(async () => {
    await checkTransaction(state, transaction);
    if (!isLost(state.faults)) state.pending.set(transaction.id, transaction);
  });
  if (fault) throw new Refusal(fault.code, fault.message);
}
