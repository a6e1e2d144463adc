import { randomBytes } from "node:crypto";

/** One draw from the system costs about as much for 16 kB as for 16 bytes. */
const DRAW_BYTES = 16_384;

let drawn = Buffer.alloc(0);
let used = 0;

/**
 * Random bytes for identifiers, of which every call makes several: cut from a larger draw of the same source
 * as `randomBytes`, each byte handed out once and wiped. Keys and secrets are drawn by themselves.
 */
export function identifierBytes(size: number): Buffer {
  if (size > DRAW_BYTES) return randomBytes(size);
  if (used + size > drawn.length) {
    drawn = randomBytes(DRAW_BYTES);
    used = 0;
  }
  const piece = drawn.subarray(used, used + size);
  used += size;
  const bytes = Buffer.from(piece);
  piece.fill(0);
  return bytes;
}
