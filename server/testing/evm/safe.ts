import { type Hex, parseAbi } from "viem";
import {
  createLocalSafe,
  type LocalSafe,
  localSafeTxHash,
  nextNonce,
  type SafeNode,
} from "@/local/chains/local-safe";
import type { AccountName } from "@/server/chains/development-accounts";
import type { SafeTransaction } from "@/server/chains/evm/safe/safe-transaction";
import type { SafeTransactionValue } from "@/server/requests/paying/calldata-schema";
import type { TestChain } from "@/server/testing/evm/chain";

/** Sends for nobody in particular: who executes a Safe's transaction only pays its gas. */
export function safeNode(chain: TestChain): SafeNode {
  const { network, publicClient } = chain;
  return { network, chain: chain.chain, publicClient, wallet: chain.wallet("merchant") };
}

let made = 0;

/** A new Safe, of three owners of whom two have to sign when absent. */
export function aSafe(
  chain: TestChain,
  options: { owners?: AccountName[]; threshold?: number; version?: LocalSafe["version"] } = {},
): Promise<LocalSafe> {
  const { owners = ["payer", "payer2", "recipient"], threshold = 2, version = "1.4.1" } = options;
  made += 1;
  return createLocalSafe(safeNode(chain), {
    version,
    owners: owners.map((name) => chain.accounts[name]),
    threshold,
    salt: `test ${made}`,
  });
}

const TRANSFER = parseAbi(["function transfer(address to, uint256 amount)"]);

/** Sends a Safe money of the account `payer2`; `token` null is the native coin. */
export async function fundSafe(
  chain: TestChain,
  { address }: LocalSafe,
  token: Hex | null,
  amount: bigint,
): Promise<void> {
  const wallet = chain.wallet("payer2");
  const hash =
    token === null
      ? await wallet.sendTransaction({ to: address, value: amount })
      : await wallet.writeContract({
          address: token,
          abi: TRANSFER,
          functionName: "transfer",
          args: [address, amount],
        });
  await chain.publicClient.waitForTransactionReceipt({ hash });
}

/** The transaction of a Safe as `/pay` writes it. */
export function safeTransactionIn({ to, value, data, operation }: SafeTransactionValue): SafeTransaction {
  return { to: hexOf(to), value: BigInt(value), data: hexOf(data), operation };
}

/** Its hash with the Safe's next nonce, or so many after it. */
export async function hashOf(
  chain: TestChain,
  safe: LocalSafe,
  transaction: SafeTransaction,
  after = 0n,
): Promise<Hex> {
  const node = safeNode(chain);
  return localSafeTxHash(node, safe, transaction, (await nextNonce(node, safe)) + after);
}

function hexOf(text: string): Hex {
  return `0x${text.slice(2)}`;
}
