import type { ChainAdapter } from "@/server/chains/adapter";
import { depositContractsOf } from "@/server/chains/deposit-address";

/** Chains whose contracts were seen: they stay. */
const seen = new WeakSet<ChainAdapter>();

/** Whether the contracts that make deposit addresses are on this chain. Throws `ChainError`. */
export async function hasDepositContracts(chain: ChainAdapter): Promise<boolean> {
  if (seen.has(chain)) return true;
  const makers = depositContractsOf(chain.network);
  if (!makers) return false;
  const both = [makers.factory, makers.implementation];
  const found = await Promise.all(both.map((address) => chain.hasContract(address)));
  const areThere = found.every(Boolean);
  if (areThere) seen.add(chain);
  return areThere;
}
