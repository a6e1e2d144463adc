import type { ChainAdapter } from "@/server/chains/adapter";

/** Chains whose contracts were seen: they stay. */
const seen = new WeakSet<ChainAdapter>();

/** Whether the contracts that make deposit addresses are on this chain. Throws `ChainError`. */
export async function hasDepositContracts(chain: ChainAdapter): Promise<boolean> {
  if (seen.has(chain)) return true;
  if (chain.network.family !== "evm" || !chain.accountKind) return false;
  const { depositFactory, depositAccount } = chain.network.contracts;
  if (!depositFactory || !depositAccount) return false;
  const kinds = await Promise.all(
    [depositFactory, depositAccount].map(({ address }) => chain.accountKind?.(address)),
  );
  const areThere = kinds.every((kind) => kind === "contract");
  if (areThere) seen.add(chain);
  return areThere;
}
