import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { tronToHex20 } from "@/server/chains/address";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";

/**
 * The readable interop address `<wallet>@eip155:<chainId>#<checksum>` (behaviour.md IA-01 to IA-06; ERC-7828,
 * ERC-7930). The checksum is the first 4 bytes of keccak-256 over the binary form without its version, in
 * upper-case hex; Tron counts as `eip155` with the 20 bytes behind its prefix (D-10).
 */
export function interopAddress(network: NetworkId, wallet: string): string {
  const { chainId } = NETWORKS[network];
  const hash = keccak_256(hexToBytes(binaryInteropAddress(network, wallet).slice(6)));
  return `${wallet}@eip155:${chainId}#${bytesToHex(hash.slice(0, 4)).toUpperCase()}`;
}

/** The ERC-7930 form: version 1, chain type 0 (`eip155`), chain ID and address with their lengths (IA-05). */
export function binaryInteropAddress(network: NetworkId, wallet: string): string {
  const { chainId, family } = NETWORKS[network];
  const digits = chainId.toString(16);
  const reference = hexToBytes(digits.length % 2 ? `0${digits}` : digits);
  const address = hexToBytes((family === "tron" ? tronToHex20(wallet) : wallet).slice(2).toLowerCase());
  const bytes = concatBytes(
    Uint8Array.of(0, 1, 0, 0, reference.length),
    reference,
    Uint8Array.of(address.length),
    address,
  );
  return `0x${bytesToHex(bytes)}`;
}

/** `<interop address>:<token address>` (IA-01). */
export function destinationId(network: NetworkId, wallet: string, tokenAddress: string): string {
  return `${interopAddress(network, wallet)}:${tokenAddress}`;
}
