import type { Hex } from "viem";
import { readArtifact } from "@/contracts/artifact";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";

/** Gives USDC of a Sepolia chain a blacklist, as the real one has; balances stay. Returns what puts a wallet on it, or takes it off. */
export async function freezingUsdc(
  chain: TestChain,
): Promise<(wallet: Hex, isFrozen: boolean) => Promise<void>> {
  const { abi, bytecode } = await readArtifact("FreezingToken");
  const hash = await chain.wallet("payer").deployContract({ abi, bytecode, args: ["USD Coin", "USDC", 6] });
  const { contractAddress } = await chain.publicClient.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error("no token was deployed");
  const usdc = tokenAddress("USDC-sepolia");
  await chain.rpc("anvil_setCode", usdc, await chain.publicClient.getCode({ address: contractAddress }));
  return async (wallet, isFrozen) => {
    const call = { address: usdc, abi, functionName: "setFrozen", args: [wallet, isFrozen] } as const;
    const sent = await chain.wallet("payer").writeContract(call);
    await chain.publicClient.waitForTransactionReceipt({ hash: sent });
  };
}
