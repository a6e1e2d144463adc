import { addressText } from "@/server/chains/address";
import { networkById } from "@/server/chains/networks";

/** A wallet as callers read it (FM-09) from the 20 bytes that logs carry: EIP-55 on EVM, Base58Check on Tron. */
export function walletText(network: string, hex20: string): string {
  return addressText(networkById(network)?.family ?? "evm", hex20);
}

/** One key per wallet, however it is written: EVM in lower case, Tron as it is (AL-03). */
export function walletKey(address: string): string {
  return address.startsWith("0x") ? address.toLowerCase() : address;
}
