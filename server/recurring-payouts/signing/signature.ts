import { encodeFunctionData, parseAbi } from "viem";
import type { ChainAdapter } from "@/server/chains/adapter";
import { sameAddress } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import { KEY_SIGNATURE_BYTES, WALLET_SIGNATURE } from "@/server/chains/wallets/contract-wallet";
import { recoverSigner } from "@/server/chains/wallets/recover-signer";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes } from "@/server/recurring-payouts/signing/permit";

const ERC1271 = parseAbi([
  "function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)",
]);
/** What a contract answers that means "yes", as one word. */
const MAGIC = `0x1626ba7e${"0".repeat(56)}`;

/**
 * The payer's signature of a permit as the contract takes it; null for any other text. The same questions in the same
 * order as the contract: whose key made it, then whether the payer's contract wallet accepts it (ERC-1271). A wallet
 * that is not deployed yet cannot answer. Throws `ChainError`.
 */
export async function checkedSignature(
  chain: ChainAdapter,
  { digest, subscriber }: Pick<ScheduleRow, "digest" | "subscriber">,
  text: string,
): Promise<Hex | null> {
  if (!WALLET_SIGNATURE.test(text)) return null;
  const signature: Hex = `0x${text.replace(/^0x/, "").toLowerCase()}`;
  const ofKey = withRecoveryByte(signature);
  if (ofKey) {
    const signer = await recoverSigner("evm", bytes(digest), ofKey);
    if (signer !== null && sameAddress("evm", signer, subscriber)) return ofKey;
  }
  if (!chain.readContract) throw new ChainError(`${chain.network.id} has no contracts to read`);
  const data = encodeFunctionData({
    abi: ERC1271,
    functionName: "isValidSignature",
    args: [bytes(digest), signature],
  });
  const answer = await chain.readContract({
    to: bytes(subscriber),
    data,
    untrusted: UNTRUSTED.walletSignature,
  });
  return answer === MAGIC ? signature : null;
}

/** Some devices end a signature with 0 or 1, which the contract knows as 27 and 28. Null for what no key makes. */
function withRecoveryByte(signature: Hex): Hex | null {
  if (signature.length !== 2 + 2 * KEY_SIGNATURE_BYTES) return null;
  const last = Number.parseInt(signature.slice(-2), 16);
  if (last === 27 || last === 28) return signature;
  if (last > 1) return null;
  return `0x${signature.slice(2, -2)}${(last + 27).toString(16)}`;
}
