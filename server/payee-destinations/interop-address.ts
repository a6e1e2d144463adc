import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { parseAddress, tronToHex20 } from "@/server/chains/address";
import { NETWORKS, type NetworkId, networkByChainId } from "@/server/chains/networks";
import { ApiError } from "@/server/errors";

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

/** What a destination ID says, in stored form, with the ID as we write it. */
export interface DestinationRoute {
  destinationId: string;
  network: NetworkId;
  walletAddress: string;
  tokenAddress: string;
}

/**
 * Reads a destination ID (IA-08). EVM parts and the checksum may be in any case (IA-10). Throws 400 for
 * another form, an unknown chain and a wrong checksum (IA-09).
 */
export function parseDestinationId(text: string): DestinationRoute {
  const at = text.lastIndexOf(":");
  const match = /^(.+)@eip155:(\d{1,15})#([0-9A-Fa-f]{8})$/.exec(text.slice(0, Math.max(at, 0)));
  const network = networkByChainId(Number(match?.[2]));
  if (!match || !network) throw malformed();
  const walletAddress = storedAddress(network.family, match[1] ?? "");
  const tokenAddress = storedAddress(network.family, text.slice(at + 1));
  if (walletAddress === null || tokenAddress === null) throw malformed();
  const canonical = destinationId(network.id, walletAddress, tokenAddress);
  if (!canonical.includes(`#${match[3]?.toUpperCase()}:`)) {
    throw new ApiError("validation_failed", "Destination ID has a wrong checksum");
  }
  return { destinationId: canonical, network: network.id, walletAddress, tokenAddress };
}

/** EVM case carries no checksum here, because the destination ID has one of its own. */
function storedAddress(family: "evm" | "tron", text: string): string | null {
  const parsed = parseAddress(family, family === "evm" ? text.toLowerCase() : text);
  return parsed.ok ? parsed.address : null;
}

function malformed(): ApiError {
  return new ApiError("validation_failed", "Invalid destination ID format");
}
