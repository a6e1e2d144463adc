import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { createBase58check } from "@scure/base";
import type { Hex } from "@/server/chains/contract-addresses";

export type ChainFamily = "evm" | "tron";

/**
 * Why a text is not an address: `wrong_family` is a well-formed address of the other family, `bad_checksum` a
 * mistyped one of this family, `malformed` anything else.
 */
export type AddressProblem = "malformed" | "bad_checksum" | "wrong_family";

export type ParsedAddress = { ok: true; address: string } | { ok: false; problem: AddressProblem };

const EVM_SHAPE = /^0x[0-9a-fA-F]{40}$/;
const TRON_SHAPE = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const TRON_PREFIX = 0x41;
const base58check = createBase58check(sha256);

/**
 * Reads a wallet or contract address as callers write it and returns its one stored form: EIP-55 case on EVM,
 * Base58Check on Tron (behaviour.md FM-09).
 *
 * EVM: all lower or all upper case carries no checksum and is accepted; mixed case must be EIP-55.
 * Tron: case matters; the `41…` and `0x…` hex forms are refused. Nothing is trimmed.
 */
export function parseAddress(family: ChainFamily, text: string): ParsedAddress {
  const parsed = family === "evm" ? parseEvm(text) : parseTron(text);
  if (parsed.ok || parsed.problem !== "malformed") return parsed;
  const other = family === "evm" ? TRON_SHAPE : EVM_SHAPE;
  return other.test(text) ? { ok: false, problem: "wrong_family" } : parsed;
}

function parseEvm(text: string): ParsedAddress {
  if (!EVM_SHAPE.test(text)) return { ok: false, problem: "malformed" };
  const digits = text.slice(2);
  const address = checksumEvmAddress(text);
  const carriesChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (carriesChecksum && address !== text) return { ok: false, problem: "bad_checksum" };
  return { ok: true, address };
}

function parseTron(text: string): ParsedAddress {
  if (!TRON_SHAPE.test(text)) return { ok: false, problem: "malformed" };
  return decodeTron(text) ? { ok: true, address: text } : { ok: false, problem: "bad_checksum" };
}

/** The 20 bytes of a Tron address, or undefined when the checksum, length or prefix is wrong. */
function decodeTron(address: string): Uint8Array | undefined {
  try {
    const payload = base58check.decode(address);
    return payload.length === 21 && payload[0] === TRON_PREFIX ? payload.slice(1) : undefined;
  } catch {
    // The decoder reports a wrong checksum by throwing; the caller names the problem.
    return undefined;
  }
}

/** Hashing is the dearest part of reading an address, and the same wallets come again and again. */
const CHECKSUMS_KEPT = 10_000;
const checksums = new Map<string, Hex>();

/** EIP-55 form of `0x` and 40 hex digits in any case. Throws on anything else. */
export function checksumEvmAddress(address: string): Hex {
  if (!EVM_SHAPE.test(address)) throw new Error(`not an EVM address: ${address}`);
  const digits = address.slice(2).toLowerCase();
  const known = checksums.get(digits);
  if (known) return known;
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  const checksummed: Hex = `0x${cased.join("")}`;
  if (checksums.size >= CHECKSUMS_KEPT) checksums.clear();
  checksums.set(digits, checksummed);
  return checksummed;
}

/**
 * The 20 bytes of a Tron address as `0x` and 40 lowercase hex digits, the form of ABI words and logs
 * (onchain.md §12). Throws when the text is not a Tron address.
 */
export function tronToHex20(address: string): Hex {
  const bytes = decodeTron(address);
  if (!bytes) throw new Error(`not a Tron address: ${address}`);
  return `0x${bytesToHex(bytes)}`;
}

/** The Base58Check form of 20 bytes given as `0x` and 40 hex digits in any case. Throws on anything else. */
export function hex20ToTron(hex: string): string {
  if (!EVM_SHAPE.test(hex)) throw new Error(`not 20 bytes of hex: ${hex}`);
  return base58check.encode(Uint8Array.of(TRON_PREFIX, ...hexToBytes(hex.slice(2))));
}

/** Twenty bytes as calldata takes them, from the stored form of an address. Throws on anything else. */
export function addressBytes(family: ChainFamily, address: string): Hex {
  return family === "evm" ? checksumEvmAddress(address) : tronToHex20(address);
}

/** The stored form of an address from its 20 bytes in hex. Throws on anything else. */
export function addressText(family: ChainFamily, hex20: string): string {
  return family === "evm" ? checksumEvmAddress(hex20) : hex20ToTron(hex20);
}

/** True for the address of twenty zero bytes. Takes an address that `parseAddress` accepted. */
export function isZeroAddress(family: ChainFamily, address: string): boolean {
  return /^0x0{40}$/.test(family === "evm" ? address : tronToHex20(address));
}

/** True when both texts are the same address: any letter case on EVM, exact on Tron (FM-09). */
export function sameAddress(family: ChainFamily, a: string, b: string): boolean {
  return family === "evm" ? a.toLowerCase() === b.toLowerCase() : a === b;
}
