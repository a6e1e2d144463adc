import { expect } from "vitest";
import { z } from "zod";
import type { TestChain } from "@/server/testing/evm/chain";

const Pool = z.object({ pending: z.string() });
/** Seen on a busy machine: a transaction that is ready stays without a block until the next one is asked for. */
const LEFT_BEHIND_MS = 20_000;

/** Waits until a node that makes blocks by itself has made those of all that was sent. Nothing where it does not. */
export async function untilMined(chain: Pick<TestChain, "rpc" | "mine">): Promise<void> {
  if ((await chain.rpc("anvil_getAutomine")) !== true) return;
  let until = performance.now() + LEFT_BEHIND_MS;
  await expect
    .poll(async () => {
      if (performance.now() > until) {
        await chain.mine();
        until = performance.now() + LEFT_BEHIND_MS;
      }
      return Number(Pool.parse(await chain.rpc("txpool_status")).pending);
    })
    .toBe(0);
}
