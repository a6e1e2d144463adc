import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  isErc6492Signature,
} from "viem";
import { encodeFunctionData, parseAbi } from "viem/utils";
import type { AccountKind, ContractAnswer } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Rpc } from "@/server/chains/evm/rpc";
import { askUntrusted } from "@/server/chains/evm/untrusted/ask";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";

const ABI = parseAbi(["function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)"]);
/** What a contract answers that means "yes" (ERC-1271), as one word. */
const MAGIC = `0x1626ba7e${"0".repeat(56)}`;
/** What the validator of ERC-6492 answers that means "yes". */
const VALID = "0x01";
/** Begins the code of an account that has delegated itself to a contract (EIP-7702). Its key still signs. */
const DELEGATION = "0xef0100";

/**
 * Asks a contract wallet whether a signature is its own: a deployed one itself (ERC-1271), one that is still to
 * be deployed through the standard validator, which deploys it within the call (ERC-6492). A contract that
 * reverts, uses up its gas or answers anything else refuses. Throws `ChainError` when the node did not answer.
 */
export async function contractAccepts(
  rpc: Rpc,
  { wallet, digest, signature }: { wallet: Hex; digest: Hex; signature: Hex },
): Promise<ContractAnswer> {
  if (isErc6492Signature(signature)) {
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [wallet, digest, signature],
    });
    const answer = await askUntrusted(rpc, UNTRUSTED.walletSignature, { data });
    return answer === VALID ? "accepted" : "refused";
  }
  if ((await rpc<Hex>("eth_getCode", [wallet, "latest"])) === "0x") return "no_contract";
  const data = encodeFunctionData({ abi: ABI, args: [digest, signature] });
  const answer = await askUntrusted(rpc, UNTRUSTED.walletSignature, { to: wallet, data });
  return answer === MAGIC ? "accepted" : "refused";
}

/** What lives at an address. */
export async function accountKind(rpc: Rpc, wallet: Hex): Promise<AccountKind> {
  const code = await rpc<Hex>("eth_getCode", [wallet, "latest"]);
  if (code === "0x") return "key";
  return code.toLowerCase().startsWith(DELEGATION) ? "delegated" : "contract";
}
