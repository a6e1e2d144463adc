import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import { safeTransactionsOf, safeTxHasher } from "@/server/chains/evm/safe/safe-transaction";
import type { SafeAccount } from "@/server/chains/safe";

/** So far ahead of a Safe's next nonce its owners may have queued the payment. */
const NONCES_AHEAD = 20n;
/** So many nonces back one is looked for that was executed before its claim came. */
const NONCES_BACK = 3n;

/** A Safe and its hash are only worth something together with the calls that give it. */
export interface Matched {
  safe: Hex;
  account: SafeAccount;
  nonce: bigint;
}

/**
 * The nonce with which one of these lists of calls, and nothing else, has this hash as a transaction of the Safe; null
 * when there is none. Refunds, gas of the Safe, another contract for a delegate call, a call more or one less: each
 * gives another hash.
 */
export function matchClaim(
  safeTxHash: string,
  { safe, account, chainId }: { safe: Hex; account: SafeAccount; chainId: number },
  lists: readonly (readonly Call[])[],
): Matched | null {
  const { version, nonce: next } = account;
  const hasher = safeTxHasher({ safe, chainId, version });
  const wanted = safeTxHash.toLowerCase();
  const first = next > NONCES_BACK ? next - NONCES_BACK : 0n;
  for (const transaction of distinct(lists).flatMap(safeTransactionsOf)) {
    const hashAt = hasher(transaction);
    for (let nonce = first; nonce <= next + NONCES_AHEAD; nonce += 1n) {
      if (hashAt(nonce) === wanted) return { safe, account, nonce };
    }
  }
  return null;
}

function distinct(lists: readonly (readonly Call[])[]): (readonly Call[])[] {
  const key = (calls: readonly Call[]) => calls.map(({ to, data, value }) => `${to} ${data} ${value}`).join();
  return [...new Map(lists.map((calls) => [key(calls).toLowerCase(), calls])).values()];
}
