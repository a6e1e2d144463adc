import { execute } from "@/local/tron-node/chain/execute";
import type { ChainState } from "@/local/tron-node/chain/state";
import type { Hex21 } from "@/local/tron-node/codec/address";

/** Run again what the journal has and the engine's kept state, taken at its block `from`, has not. */
export async function replay(state: ChainState, from: number): Promise<void> {
  for (const block of state.blocks) {
    if (block.evmBlock > from) {
      for (const { transaction } of block.included) await execute(state, transaction);
    }
    for (const { transaction } of block.included) {
      const [contract] = transaction.raw.contracts;
      if (contract?.type === "TransferContract") openAccount(state, contract.to, block.number);
    }
  }
  // Numbers of the engine's blocks may have moved; nothing before this point can be taken back any more.
  const head = await state.evm.head();
  for (const block of state.blocks) block.evmBlock = head;
}

function openAccount({ activated }: ChainState, account: Hex21, number: number): void {
  if (!activated.has(account)) activated.set(account, number);
}
