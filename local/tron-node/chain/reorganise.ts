import { makeBlock } from "@/local/tron-node/chain/block";
import { usagesOf } from "@/local/tron-node/chain/resources";
import { appendBlock, type ChainState, cutBlocks, headOf } from "@/local/tron-node/chain/state";

/**
 * Another branch wins: the last `depth` blocks go, and as many empty ones and one more take their place, so that the
 * chain got longer. Their transactions come back into the pool, or are gone. Only blocks that are not solid can go.
 * Call it in the chain's lane.
 */
export async function reorganise(
  state: ChainState,
  depth: number,
  transactions: "pending" | "dropped",
): Promise<void> {
  const head = headOf(state, "full").number;
  const keep = head - depth;
  if (keep < headOf(state, "solid").number) throw new Error(`block ${keep + 1} is solid`);
  const cut = cutBlocks(state, keep);
  const parent = headOf(state, "full");
  await state.evm.rollback(parent.evmBlock);
  for (const [account, number] of state.activated) {
    if (number > keep) state.activated.delete(account);
  }
  state.usages = usagesOf(state, state.blocks);
  state.journal.reorganised(keep);
  const times = [
    ...cut.map((block) => block.timestamp),
    Math.max(state.now(), (cut.at(-1)?.timestamp ?? 0) + 2),
  ];
  for (const time of times) {
    const below = headOf(state, "full");
    const block = makeBlock({
      number: below.number + 1,
      parentId: below.id,
      // Another producer's clock: the block that went had another time, hence another ID.
      timestamp: Math.max(time + 1, below.timestamp + 1),
      included: [],
      evmBlock: below.evmBlock,
    });
    appendBlock(state, block);
    state.journal.block(block);
  }
  for (const { transaction } of cut.flatMap(({ included }) => included)) {
    if (transactions === "pending") state.pending.set(transaction.id, transaction);
    // Whoever broadcasts it again does so to a node that never heard of it.
    else state.heard.delete(transaction.id);
  }
}
