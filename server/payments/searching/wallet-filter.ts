import { type SQL, sql } from "drizzle-orm";
import { payerStart, payerStarts } from "@/db/keys";
import { transfers } from "@/db/schema";
import { hex20ToTron, parseAddress, tronToHex20 } from "@/server/chains/address";

/** A wallet to search for: the family its networks belong to, and its 20 bytes as lower-case hex. */
export interface SearchedWallet {
  isTron: boolean;
  hex20: string;
}

/**
 * Reads a wallet address of a query (PS-04): EVM in any letter case, checksummed or not, Tron exactly. Null
 * for anything else.
 */
export function searchedWallet(text: string): SearchedWallet | null {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { isTron: false, hex20: text.toLowerCase() };
  return parseAddress("tron", text).ok ? { isTron: true, hex20: tronToHex20(text) } : null;
}

/** All wallets whose address begins with a text: their 20 bytes lie between these, both 40 hex digits. */
export interface WalletRange {
  isTron: boolean;
  low: string;
  high: string;
}

/** So many characters after `0x` or `T` have to be there: fewer are the beginning of too many. */
const MIN_DIGITS = 4;
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const TRON_LENGTH = 34;
const TRON_PREFIX = 0x41n << 160n;
const ONES_160 = (1n << 160n) - 1n;

/**
 * The wallets that a text may be the beginning of: EVM in any letter case, Tron exactly. Null for a text that is too
 * short, and for one with which no address begins.
 */
export function walletsFrom(text: string): WalletRange | null {
  if (new RegExp(`^0x[0-9a-f]{${MIN_DIGITS},40}$`, "i").test(text)) {
    const digits = text.slice(2).toLowerCase();
    return { isTron: false, low: digits.padEnd(40, "0"), high: digits.padEnd(40, "f") };
  }
  return new RegExp(`^T[${BASE58}]{${MIN_DIGITS},33}$`).test(text) ? tronRange(text) : null;
}

/** Base58 is a number in another base, so that addresses with one beginning are neighbours. */
function tronRange(text: string): WalletRange | null {
  const read = (fill: string) => {
    const digits = [...text.padEnd(TRON_LENGTH, fill)];
    // The last four bytes are the checksum.
    return digits.reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n) >> 32n;
  };
  let low = within(read("1"));
  let high = within(read("z"));
  // At the ends the checksum decides which side an address is on.
  if (low <= high && !tronText(low).startsWith(text)) low += 1n;
  if (low <= high && !tronText(high).startsWith(text)) high -= 1n;
  return low > high ? null : { isTron: true, low: digitsOf(low), high: digitsOf(high) };
}

/** The nearest number whose first byte is that of Tron. */
function within(value: bigint): bigint {
  if (value < TRON_PREFIX) return TRON_PREFIX;
  return value > TRON_PREFIX + ONES_160 ? TRON_PREFIX + ONES_160 : value;
}

function digitsOf(value: bigint): string {
  return (value & ONES_160).toString(16).padStart(40, "0");
}

function tronText(value: bigint): string {
  return hex20ToTron(`0x${digitsOf(value)}`);
}

/** The condition that a transfer to this account came from one of these wallets, in the form that its index serves. */
export function isFromWallets(platformId: string, { low, high }: Omit<WalletRange, "isTron">): SQL {
  const starts = payerStarts(platformId, low, high);
  return sql`${payerStart(transfers)} between ${starts.low} and ${starts.high}
    and ${transfers.platformId} = ${platformId}
    and ${transfers.payer} between decode(${low}, 'hex') and decode(${high}, 'hex')`;
}

/** The same for one wallet, as `0x` and 40 lower-case hex digits. */
export function isPayerOf(platformId: string, hex20: string): SQL {
  const digits = hex20.slice(2);
  return isFromWallets(platformId, { low: digits, high: digits });
}
