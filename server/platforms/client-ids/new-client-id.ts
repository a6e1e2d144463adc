import type { RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";

/** Lower-case alphanumerics of a client ID (FM-08), 160 bits. */
export function newClientId(random: RandomBytes = secretBytes): string {
  const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";
  let text = "";
  while (text.length < 32) {
    for (const byte of random(32)) {
      // 252 is the largest multiple of 36: larger bytes would favour the first letters.
      if (byte < 252 && text.length < 32) text += alphabet[byte % 36];
    }
  }
  return `cli_${text}`;
}
