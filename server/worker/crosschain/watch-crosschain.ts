import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import type { Ctx } from "@/server/context";
import { followFills } from "@/server/worker/crosschain/follow-fills";
import { followRefunds } from "@/server/worker/crosschain/follow-refunds";
import { readDeposits } from "@/server/worker/crosschain/read-deposits";
import type { LoopDefinition } from "@/server/worker/loop";

/** Follows the deposits that go out from one chain and those that are to arrive on it; nothing where it has no bridge. */
export function watchCrosschainLoop(app: App, chain: ChainAdapter): LoopDefinition[] {
  const { crosschain } = chain;
  if (!crosschain) return [];
  const log = app.log.child({ network: chain.network.id });
  return [
    {
      name: `deposits of ${chain.network.id}`,
      everyMs: Math.max(chain.pollMs, 1_000),
      pass: () => watchCrosschain(app.context(systemCaller(""), { log }), chain),
      subscribe: (wake) => chain.onHead(wake, () => {}),
    },
  ];
}

/**
 * One look at a chain, from both ends of its bridges. Everything above the last final block is read again each time, so
 * a reorganisation of either chain shows in the next look, and several workers may look at once: what a deposit is
 * moves by the state it was read in.
 */
export async function watchCrosschain(ctx: Ctx, chain: ChainAdapter): Promise<"idle" | "more"> {
  const reader = chain.crosschain;
  if (!reader) return "idle";
  const head = await chain.head();
  const outcomes = [
    await readDeposits(ctx, chain, reader, head),
    await followFills(ctx, chain, reader, head),
    await followRefunds(ctx, chain, reader, head),
  ];
  return outcomes.includes("more") ? "more" : "idle";
}
