import { expect } from "vitest";
import { z } from "zod";
import type { TestChain } from "@/server/testing/evm/chain";
import { LEFT_BEHIND_MS, mineLeftBehind } from "@/server/testing/evm/left-behind";

const Pool = z.object({ pending: z.string() });
/** Waits until a node that makes blocks by itself has made those of all that was sent. Nothing where it does not. */
export async function untilMined(chain: Pick<TestChain, "rpc" | "rpcUrl">): Promise<void> {
  if ((await chain.rpc("anvil_getAutomine")) !== true) return;
  let until = performance.now() + LEFT_BEHIND_MS;
  await expect
    .poll(async () => {
      if (performance.now() > until) {
        await mineLeftBehind(chain.rpcUrl);
        until = performance.now() + LEFT_BEHIND_MS;
      }
      return Number(Pool.parse(await chain.rpc("txpool_status")).pending);
    })
    .toBe(0);
}
