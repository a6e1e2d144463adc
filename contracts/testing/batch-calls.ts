import { type Hex, numberToHex } from "viem";
import { batchAbi } from "../abis";
import type { Call } from "./bench";

export interface Detail {
  recipient: Hex;
  requestAmount: bigint;
  path: Hex[];
  paymentReference: Hex;
  feeAmount: bigint;
  maxToSpend: bigint;
  maxRateTimespan: bigint;
}

/** The groups of `batchPayments`. */
export const GROUP = {
  tokenConversion: 0n,
  oneToken: 1n,
  severalTokens: 2n,
  native: 3n,
  nativeConversion: 4n,
} as const;

/** The `n`-th payment of a batch, with a reference of its own. */
export function detail(
  n: number,
  recipient: Hex,
  requestAmount: bigint,
  path: Hex[],
  more: Partial<Detail> = {},
): Detail {
  const paymentReference = numberToHex(n + 1, { size: 8 });
  return {
    recipient,
    requestAmount,
    path,
    paymentReference,
    feeAmount: 0n,
    maxToSpend: 0n,
    maxRateTimespan: 0n,
    ...more,
  };
}

/** `batchPayments` of these groups. */
export function batchOf(
  batch: Hex,
  feeAddress: Hex,
  groups: [id: bigint, details: Detail[]][],
  { value = 0n, pathsToUSD = [] as Hex[][] } = {},
): Call {
  const metaDetails = groups.map(([paymentNetworkId, requestDetails]) => ({
    paymentNetworkId,
    requestDetails,
  }));
  return {
    to: batch,
    abi: batchAbi,
    functionName: "batchPayments",
    args: [metaDetails, pathsToUSD, feeAddress],
    value,
  };
}
