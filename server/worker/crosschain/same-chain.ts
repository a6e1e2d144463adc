import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";

/** The node that showed something still has to be on the same chain. Throws `ChainError` where it is not. */
export async function requireSameChain(chain: ChainAdapter, { latest }: ChainHead): Promise<void> {
  const [block] = await chain.blocks([latest.number]);
  if (block?.hash !== latest.hash) throw new ChainError("the chain was reorganised while it was read");
}

export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
