import { createHash, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** Without signs that are read as one another. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ23";
const LENGTH = 8;
/** A code is good for so long. */
export const CODE_MS = 30 * 60_000;

/** A code that people type: 8 signs, of which each is one of 30. */
export function newCode(random: RandomBytes = secretBytes): string {
  return Array.from(random(LENGTH), (byte) => SIGNS.charAt(byte & 31)).join("");
}

/** Whether somebody typed the code, in small or capital letters, with or without spaces. */
export function isCode(typed: string, code: string): boolean {
  const plain = typed.replace(/[\s-]/g, "").toUpperCase();
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(plain), hash(code));
}
