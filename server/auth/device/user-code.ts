import type { RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** Consonants that look like no other and make no words (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
/** Bytes from here up would make the first letters more likely. */
const FAIR = 256 - (256 % USER_CODE_LETTERS.length);

/** A new code for a person to type: eight letters, 34 bits, without its hyphen. */
export function newUserCode(random: RandomBytes = secretBytes): string {
  let code = "";
  while (code.length < LENGTH) {
    const [byte = FAIR] = random(1);
    if (byte < FAIR) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
  }
  return code;
}

/** As people read it, in two groups: `WDJB-MJHT`. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** What was typed as it is stored, whatever its case, hyphens and blanks; null for what is no code. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, "");
  return code.length === LENGTH && [...code].every((letter) => USER_CODE_LETTERS.includes(letter))
    ? code
    : null;
}
