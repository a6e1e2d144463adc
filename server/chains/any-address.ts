import { type AddressProblem, type ChainFamily, isZeroAddress, parseAddress } from "@/server/chains/address";

/** An address of either network family, in stored form. */
export interface AnyAddress {
  family: ChainFamily;
  address: string;
}

/**
 * Reads an address whose network is not known yet; its form says the family. Returns why not for anything
 * else, the zero address included.
 */
export function parseAnyAddress(text: string): AnyAddress | AddressProblem | "zero" {
  const family: ChainFamily = text.startsWith("T") ? "tron" : "evm";
  const parsed = parseAddress(family, text);
  if (!parsed.ok) return parsed.problem;
  if (isZeroAddress(family, parsed.address)) return "zero";
  return { family, address: parsed.address };
}
