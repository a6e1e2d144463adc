import type { Chains, ContractAnswer } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";

/** Bytes of a key's signature. Contract wallets take what they like: a Safe takes one of these for each owner. */
export const KEY_SIGNATURE_BYTES = 65;

/** Hex of a signature of a key or of a contract wallet, wrapped ones (ERC-6492) included; `0x` may be absent. */
export const WALLET_SIGNATURE = /^(0x)?([0-9a-fA-F]{2}){65,8192}$/;

/**
 * Asks the contract wallet at an address of one chain whether a signature is its own. `no_node` when this
 * installation has no node of that chain. Throws `ChainError` when the node did not answer.
 */
export async function askContractWallet(
  chains: Chains,
  query: { address: string; chainId: number; digest: Hex; signature: Hex },
): Promise<ContractAnswer | "no_node"> {
  const { address, chainId, digest, signature } = query;
  const chain = chains.list().find(({ network }) => network.family === "evm" && network.chainId === chainId);
  if (!chain?.acceptsSignature) return "no_node";
  return chain.acceptsSignature({ wallet: `0x${address.slice(2)}`, digest, signature });
}
