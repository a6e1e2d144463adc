import type { ChainAdapter, Chains } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { ScreeningAnswer } from "@/server/providers/kyt/provider";
import { NoAnswer } from "@/server/providers/kyt/timed";

/**
 * Asks the public sanctions list on chain (onchain.md §14): the one of `network`, or of any other connected
 * chain, since a wallet is one key on all EVM chains. Tron wallets are not covered. It knows sanctions only, no
 * exposure. Throws `NoAnswer`, or `ChainError` when the node does not answer.
 */
export async function askSanctionsOracle(
  chains: Chains,
  wallet: string,
  network: string,
): Promise<ScreeningAnswer> {
  if (!wallet.startsWith("0x")) throw new NoAnswer("wallet_not_covered", "the list has EVM wallets only");
  const listed = [chains.find(network), ...chains.list()].flatMap(oracleOf)[0];
  if (!listed) throw new NoAnswer("provider_not_configured", "no connected chain has the list");
  const address: Hex = `0x${wallet.slice(2)}`;
  return (await listed(address))
    ? { status: "rejected", reasonCode: "sanctioned" }
    : { status: "approved", reasonCode: null };
}

function oracleOf(chain: ChainAdapter | null): ((wallet: Hex) => Promise<boolean>)[] {
  return chain?.isSanctioned ? [chain.isSanctioned] : [];
}
