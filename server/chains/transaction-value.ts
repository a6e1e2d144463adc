import { maxUint256 } from "viem";

/** Native coin in the form of widely used libraries, which read it back as a number of their own. */
export interface BigNumberJson {
  type: "BigNumber";
  hex: string;
}

/** The native coin a transaction carries, in wei, as answers write it: `0` where there is none (FM-11). */
export function transactionValue(wei: bigint): 0 | BigNumberJson {
  if (wei === 0n) return 0;
  const digits = wei.toString(16);
  return { type: "BigNumber", hex: `0x${digits.length % 2 === 0 ? digits : `0${digits}`}` };
}

/**
 * Reads any form a `value` may have: an integer, a decimal or hex string, or a BigNumber object (FM-11).
 * Null for everything else, for fractions, for numbers JSON may have rounded and for more than 256 bits.
 */
export function readTransactionValue(value: unknown): bigint | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  if (typeof value === "string") {
    return /^(?:0x[0-9a-fA-F]{1,64}|0|[1-9][0-9]{0,77})$/.test(value) ? atMost256Bits(BigInt(value)) : null;
  }
  return isBigNumberJson(value) && value.hex.startsWith("0x") ? readTransactionValue(value.hex) : null;
}

function isBigNumberJson(value: unknown): value is BigNumberJson {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 2) return false;
  return "type" in value && value.type === "BigNumber" && "hex" in value && typeof value.hex === "string";
}

function atMost256Bits(wei: bigint): bigint | null {
  return wei <= maxUint256 ? wei : null;
}
