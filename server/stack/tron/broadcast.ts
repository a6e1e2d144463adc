import { checkTransaction } from "@/server/stack/tron/accept";
import { isLost, refused } from "@/server/stack/tron/faults";
import { Refusal } from "@/server/stack/tron/node-error";
import type { ChainState } from "@/server/stack/tron/state";
import type { TronTransaction } from "@/server/stack/tron/transaction";

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
