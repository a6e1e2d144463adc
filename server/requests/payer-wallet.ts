import { addressBytes, type ChainFamily, isZeroAddress, parseAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { invalidField } from "@/server/errors";

const MESSAGES: Record<ChainFamily, string> = {
  evm: "Invalid Ethereum address",
  tron: "Invalid Tron address",
};

/**
 * The wallet of a query, which pays on a network of this family: its 20 bytes. Throws 400 with the message of
 * behaviour.md §4.2 for anything else, an address of another family included.
 */
export function payerWallet(family: ChainFamily, text: string, field = "wallet"): Hex {
  const parsed = parseAddress(family, text);
  if (!parsed.ok || isZeroAddress(family, parsed.address)) throw invalidField(field, MESSAGES[family]);
  return addressBytes(family, parsed.address);
}
