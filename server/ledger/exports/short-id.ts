import { createHash } from "node:crypto";

/** Hex digits of a short ID: 128 bits, so that no two entries of an account ever share one. */
const DIGITS = 32;

/**
 * The short form of an entry's ID, for programs that take 36 characters at the most: the first 32 hex digits of its SHA-256. The same
 * in every export, and made from the ID alone.
 */
export function shortId(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, DIGITS);
}

export function isShortId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
