import type { Hex } from "viem";
import { erc20Abi } from "@/contracts/abis";
import type { AccountName } from "@/server/chains/development-accounts";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";

/** Sends base units of a currency past the payment contracts, as an exchange does, and waits for the block. */
export async function plainTransfer(
  chain: TestChain,
  {
    currency,
    to,
    units,
    from = "payer2",
  }: { currency: string; to: string; units: bigint; from?: AccountName },
): Promise<Hex> {
  const hash = await chain.wallet(from).writeContract({
    address: tokenAddress(currency),
    abi: erc20Abi,
    functionName: "transfer",
    args: [`0x${to.slice(2)}`, units],
  });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  return hash;
}
