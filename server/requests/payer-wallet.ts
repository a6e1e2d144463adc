import { checksumEvmAddress, isZeroAddress, parseAddress } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import { invalidField } from "@/server/errors";

/** The EVM wallet of a query. Throws 400 with the message of behaviour.md §4.2 for anything else. */
export function payerWallet(text: string, field = "wallet"): Hex {
  const parsed = parseAddress("evm", text);
  if (!parsed.ok || isZeroAddress("evm", parsed.address)) {
    throw invalidField(field, "Invalid Ethereum address");
  }
  return checksumEvmAddress(parsed.address);
}
