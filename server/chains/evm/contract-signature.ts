import { encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Rpc } from "@/server/chains/evm/rpc";

const ABI = parseAbi(["function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)"]);
/** What a contract answers that means "yes" (ERC-1271), as one word. */
const MAGIC = `0x1626ba7e${"0".repeat(56)}`;

/**
 * Asks a contract wallet whether a signature is its own (ERC-1271). False where there is no contract, or one
 * that reverts or answers anything else. Throws `ChainError` when the node did not answer.
 */
export async function contractAccepts(
  rpc: Rpc,
  { wallet, digest, signature }: { wallet: Hex; digest: Hex; signature: Hex },
): Promise<boolean> {
  const code = await rpc<Hex>("eth_getCode", [wallet, "latest"]);
  if (code === "0x") return false;
  const data = encodeFunctionData({ abi: ABI, args: [digest, signature] });
  try {
    return (await rpc<Hex>("eth_call", [{ to: wallet, data }, "latest"])) === MAGIC;
  } catch (error) {
    if (error instanceof ChainError && /revert|invalid opcode/i.test(error.message)) return false;
    throw error;
  }
}
