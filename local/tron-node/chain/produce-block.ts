import { checkPayable } from "@/local/tron-node/chain/accept";
import { type Block, type Included, makeBlock } from "@/local/tron-node/chain/block";
import { execute } from "@/local/tron-node/chain/execute";
import { Refusal } from "@/local/tron-node/chain/node-error";
import { appendBlock, type ChainState, headOf } from "@/local/tron-node/chain/state";
import type { TronTransaction } from "@/local/tron-node/codec/transaction";

/**
 * The next block, with every pending transaction that is still good: what expired or can no longer be paid for is
 * dropped without a trace, as a real producer does. Call it in the chain's lane.
 */
export async function produceBlock(state: ChainState): Promise<Block> {
  const parent = headOf(state, "full");
  const timestamp = Math.max(state.now(), parent.timestamp + 1);
  const included: Included[] = [];
  for (const transaction of state.pending.values()) {
    if (await isStillGood(state, transaction, timestamp)) {
      included.push({ transaction, outcome: await execute(state, transaction) });
    }
  }
  state.pending.clear();
  const block = makeBlock({
    number: parent.number + 1,
    parentId: parent.id,
    timestamp,
    included,
    evmBlock: included.length === 0 ? parent.evmBlock : await state.evm.head(),
  });
  appendBlock(state, block);
  state.journal.block(block);
  return block;
}

async function isStillGood(state: ChainState, transaction: TronTransaction, at: number): Promise<boolean> {
  const [contract] = transaction.raw.contracts;
  if (!contract || transaction.raw.expiration <= at) return false;
  try {
    await checkPayable(state, transaction, contract);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
