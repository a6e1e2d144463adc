import { vi } from "vitest";
import type { TestChain } from "@/server/testing/evm/chain";
import { PATIENTLY } from "@/server/testing/patience";
import type { LoopDefinition } from "@/server/worker/loop";

/**
 * Runs an executor until it has nothing left to do on a chain that mines each transaction at once. At once is a moment
 * after the node has accepted it: a pass that looks in between finds it waiting, and is run again.
 */
export function executeAll(executor: LoopDefinition, chain: TestChain): Promise<void> {
  return passesUntilMined(() => executor.pass(new AbortController().signal), chain);
}

/** The same for a single pass of an executor. */
export async function passesUntilMined(
  pass: () => Promise<"idle" | "more">,
  chain: Pick<TestChain, "rpc">,
): Promise<void> {
  const blockNumber = () => chain.rpc("eth_blockNumber");
  for (;;) {
    const before = await blockNumber();
    while ((await pass()) === "more");
    await vi.waitUntil(async () => isEmpty(await chain.rpc("txpool_status")), PATIENTLY);
    if ((await blockNumber()) === before) return;
  }
}

function isEmpty(pool: unknown): boolean {
  return typeof pool === "object" && pool !== null && "pending" in pool && Number(pool.pending) === 0;
}
