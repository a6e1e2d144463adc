import { readTransactionValue } from "@/server/chains/transaction-value";

/** A transaction as the API writes it. */
export interface ApiTransaction {
  to: string;
  data: string;
  value: unknown;
}

/** A transaction as `sendTransaction` of viem and of ethers (5 and 6) takes it. `value` in wei. */
export interface PlainTransaction {
  to: `0x${string}`;
  data: `0x${string}`;
  value: bigint;
}

/**
 * A transaction of the API for viem's `sendTransaction`. It compares nothing: see `compare`.
 * @throws TypeError where it is no transaction of an EVM network
 */
export function toViem({ to, data, value }: ApiTransaction): PlainTransaction {
  const wei = readTransactionValue(value);
  if (!isHex(to, 20) || !isHex(data) || wei === null) throw new TypeError("no transaction of an EVM network");
  return { to, data, value: wei };
}

/**
 * A transaction of the API for the `sendTransaction` of a signer of ethers. It compares nothing: see `compare`.
 * @throws TypeError where it is no transaction of an EVM network
 */
export const toEthers: (transaction: ApiTransaction) => PlainTransaction = toViem;

function isHex(text: string, bytes?: number): text is `0x${string}` {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text) && (bytes === undefined || text.length === 2 + 2 * bytes);
}
