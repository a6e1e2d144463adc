import type { Funds } from "@/server/chains/adapter";
import { formatAmount } from "@/server/lib/amount";

/** One transaction as far as its cost goes. */
export interface Work {
  gas: bigint;
  /** 0 where bytes have no price of their own. */
  bytes: bigint;
}

/**
 * What each of these transactions burns of the native coin, in their order, base units. What a wallet has of gas and
 * bytes is used up first: gas by parts, the bytes of a transaction whole or not at all, as Tron does (TR-04).
 */
export function networkFees(
  { gasPrice, resources }: Pick<Funds, "gasPrice" | "resources">,
  works: readonly Work[],
): bigint[] {
  let gasLeft = resources?.gas ?? 0n;
  let bytesLeft = resources?.bytes ?? 0n;
  const bytePrice = resources?.bytePrice ?? 0n;
  return works.map(({ gas, bytes }) => {
    const given = gas < gasLeft ? gas : gasLeft;
    gasLeft -= given;
    const isCarried = bytes <= bytesLeft;
    if (isCarried) bytesLeft -= bytes;
    return (gas - given) * gasPrice + (isCarried ? 0n : bytes * bytePrice);
  });
}

/** Decimals of an estimate in USD. */
const USD_DECIMALS = 6;

/** Native coin in USD, truncated to 6 decimals: an estimate for a reader. `priceUsd` is that of one whole coin. */
export function nativeInUsd(amount: bigint, decimals: number, priceUsd: string): string {
  const [whole = "0", fraction = ""] = priceUsd.split(".");
  const price = BigInt(whole + fraction.slice(0, 18).padEnd(18, "0"));
  return formatAmount((amount * price) / 10n ** BigInt(decimals + 18 - USD_DECIMALS), USD_DECIMALS);
}
