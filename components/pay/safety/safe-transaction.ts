import type { Step } from "@/components/pay/safety/comparison";
import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import { objectOf, textOf } from "@/components/pay/safety/parse";
import { safeTransactionsOf, safeTxHash } from "@/server/chains/evm/safe/safe-transaction";
import { SAFE_VERSIONS } from "@/server/chains/safe";

const ZERO = "0x0000000000000000000000000000000000000000";

/**
 * Holds what an answer says a Safe's owners will sign to the steps: exactly these calls in their order, through a known
 * contract, of this Safe, with nothing refunded to anybody, and under the hash that these fields have. The page proposes
 * the calls and not this; an answer that contradicts itself is refused all the same. Throws `Mismatch`.
 */
export function requireSameSafeTransaction(offered: unknown, payer: string, steps: readonly Step[]): void {
  if (offered === undefined) return;
  const parts = objectOf("safeTransaction", offered, [
    "safe",
    "version",
    "threshold",
    "nonce",
    "to",
    "value",
    "data",
    "operation",
    "safeTxGas",
    "baseGas",
    "gasPrice",
    "gasToken",
    "refundReceiver",
    "safeTxHash",
  ]);
  requireSame("wallet", payer, parts.safe);
  for (const field of ["safeTxGas", "baseGas", "gasPrice"]) requireSame("value", "0", parts[field]);
  for (const field of ["gasToken", "refundReceiver"]) requireSame("recipient", ZERO, parts[field]);
  const calls = steps.flatMap(({ transaction }) => (transaction.family === "evm" ? [transaction] : []));
  const [first] = calls;
  if (!first || calls.length !== steps.length) throw new Mismatch("network", "a network with Safes", "none");
  const [to, data] = [textOf("to", parts.to).toLowerCase(), textOf("data", parts.data).toLowerCase()];
  const found = safeTransactionsOf(calls).find(
    (one) =>
      one.to.toLowerCase() === to &&
      one.data.toLowerCase() === data &&
      one.value.toString() === parts.value &&
      one.operation === parts.operation,
  );
  if (!found) throw new Mismatch("transactions", "these calls in one Safe transaction", "another one");
  const version = SAFE_VERSIONS.find((known) => known === parts.version);
  if (!version) throw new Mismatch("answer", "a known version of Safe", parts.version);
  const nonce = textOf("nonce", parts.nonce);
  if (!/^\d{1,20}$/.test(nonce)) throw new Mismatch("answer", "a nonce", nonce);
  const safe = { safe: hexOf(payer), chainId: first.chainId, version };
  requireSame("transactions", safeTxHash(safe, found, BigInt(nonce)), parts.safeTxHash);
}

function hexOf(address: string): `0x${string}` {
  return `0x${address.slice(2)}`;
}
