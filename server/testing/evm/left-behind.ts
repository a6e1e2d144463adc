import { rpc } from "@/local/evm-node/rpc";

/** Seen on a busy machine: a transaction that is ready stays without a block until the next one is asked for. */
export const LEFT_BEHIND_MS = 20_000;

/** Asks a node that makes blocks by itself for the one that it owes; nothing where it does not. */
export async function mineLeftBehind(rpcUrl: string): Promise<void> {
  if ((await rpc(rpcUrl, "anvil_getAutomine", [])) === true) await rpc(rpcUrl, "anvil_mine", ["0x1"]);
}
