import { decimalOf } from "@/components/i18n/format-amount";

/** What is missing of `needed`, both plain decimals, exact; `"0"` when nothing is. */
export function difference(needed: string, available: string): string {
  const digits = Math.max(fractionOf(needed), fractionOf(available));
  const missing = units(needed, digits) - units(available, digits);
  return missing > 0n ? decimalOf(missing, digits) : "0";
}

function fractionOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

function units(text: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(digits, "0"));
}
