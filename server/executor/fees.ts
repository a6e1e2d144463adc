import { parseGwei } from "viem";
import type { EvmNetworkId } from "@/server/chains/networks";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import type { FeeOracle } from "@/server/chains/transaction-node";

/** What a transaction offers for gas, wei per gas. */
export interface Fees {
  maxFee: bigint;
  maxPriorityFee: bigint;
}

/** No fee below the ceiling gets a transaction into a block now. */
export interface TooExpensive {
  /** What would be needed, wei per gas. */
  needed: bigint;
  ceiling: bigint;
}

/** The base fee may double, six blocks in a row that are full, before a transaction is too cheap. */
const BASE_FEE_ROOM = 2n;

/** Nodes ask for 10 % more on both fees before one transaction replaces another (EIP-1559 pools). */
const BUMP = { numerator: 9n, denominator: 8n };

/** What to offer now. `leastTip` is what a node asked for when it refused a transaction as too cheap. */
export function feesFor(
  network: EvmNetworkId,
  { baseFee, tip }: Pick<FeeOracle, "baseFee" | "tip">,
  ceiling: bigint,
  leastTip = 0n,
): Fees | TooExpensive {
  const { leastTipGwei, isTipFixed } = SERVER_FACTS[network].gas;
  const maxPriorityFee = max(parseGwei(leastTipGwei), isTipFixed ? 0n : (tip ?? 0n), leastTip);
  const needed = baseFee + maxPriorityFee;
  if (needed > ceiling) return { needed, ceiling };
  return { maxFee: min(BASE_FEE_ROOM * baseFee + maxPriorityFee, ceiling), maxPriorityFee };
}

/**
 * What a replacement has to offer: at least an eighth above the last in both fees, however low the node's suggestion
 * is now. `TooExpensive` where that is above the ceiling.
 */
export function bumped(last: Fees, now: Fees | TooExpensive, ceiling: bigint): Fees | TooExpensive {
  if (isTooExpensive(now)) return now;
  const fees = {
    maxFee: max(now.maxFee, raised(last.maxFee)),
    maxPriorityFee: max(now.maxPriorityFee, raised(last.maxPriorityFee)),
  };
  return fees.maxFee > ceiling ? { needed: fees.maxFee, ceiling } : fees;
}

export function isTooExpensive(fees: Fees | TooExpensive): fees is TooExpensive {
  return "needed" in fees;
}

/** Rounded up, and never the same again: an eighth of a few wei is nothing. */
function raised(fee: bigint): bigint {
  return (fee * BUMP.numerator + BUMP.denominator - 1n) / BUMP.denominator + 1n;
}

function max(first: bigint, ...others: bigint[]): bigint {
  let largest = first;
  for (const other of others) if (other > largest) largest = other;
  return largest;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
