import type { ChainAdapter } from "@/server/chains/adapter";
import { checksumEvmAddress } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import { safeTransactionFor, safeTxHash } from "@/server/chains/evm/safe/safe-transaction";
import type { SafeAccount } from "@/server/chains/safe";
import { invalidField } from "@/server/errors";
import type { SafeTransactionValue } from "@/server/requests/paying/calldata-schema";
import { chainUnavailable } from "@/server/requests/paying/readiness";

/**
 * The Safe that a payer says is theirs. Throws 400 for a network without Safes (MS-07) and for a wallet that is not one
 * or that we could not follow, and 503 `chain_unavailable`.
 */
export async function requireSafe(chain: ChainAdapter, wallet: Hex): Promise<SafeAccount> {
  const { name, id } = chain.network;
  if (!chain.safes) throw invalidField("isSafe", `Multisig payments are not supported on ${name}`);
  const answer = await chain.safes.read(wallet).catch((error: unknown) => {
    if (error instanceof ChainError) throw chainUnavailable(id, error);
    throw error;
  });
  switch (answer.kind) {
    case "safe":
      return answer;
    case "no_contract":
      throw invalidField("wallet", `No Safe is deployed at this address on ${name}`);
    case "no_safe":
      throw invalidField("wallet", `The contract at this address on ${name} is not a Safe`);
    case "unknown_version":
      throw invalidField("wallet", `The Safe is of version ${answer.version}, which is not supported`);
  }
}

/** The transaction that a Safe's owners sign to make these calls, with the Safe's next nonce. */
export function safeTransactionOf(
  { network }: Pick<ChainAdapter, "network">,
  wallet: Hex,
  { version, nonce, threshold }: SafeAccount,
  calls: readonly Call[],
): SafeTransactionValue {
  const transaction = safeTransactionFor(network.id, version, calls);
  const identity = { safe: wallet, chainId: network.chainId, version };
  return {
    safe: checksumEvmAddress(wallet),
    version,
    threshold,
    nonce: nonce.toString(),
    to: checksumEvmAddress(transaction.to),
    value: transaction.value.toString(),
    data: transaction.data,
    operation: transaction.operation,
    safeTxGas: "0",
    baseGas: "0",
    gasPrice: "0",
    gasToken: "0x0000000000000000000000000000000000000000",
    refundReceiver: "0x0000000000000000000000000000000000000000",
    safeTxHash: safeTxHash(identity, transaction, nonce),
  };
}
