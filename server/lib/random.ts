import { randomBytes, randomUUID } from "node:crypto";

/** Where chance comes from. */
export interface RandomSource {
  bytes(size: number): Buffer;
  uuid(): string;
}

/** The secure source of the machine. */
const MACHINE: RandomSource = { bytes: randomBytes, uuid: randomUUID };

let inForce: RandomSource = MACHINE;

/**
 * Puts another source in the place of the one in force, for everything in this process. Only for runs that have to be
 * repeated exactly: whoever knows the source knows every secret. Returns what puts it back.
 */
export function replaceRandom(other: RandomSource): () => void {
  const before = inForce;
  const clear = () => {
    drawn = Buffer.alloc(0);
    used = 0;
  };
  inForce = other;
  clear();
  return () => {
    inForce = before;
    clear();
  };
}

/** Random bytes for keys, tokens, nonces and salts. */
export function secretBytes(size: number): Buffer {
  return inForce.bytes(size);
}

/** A random UUID (RFC 9562, version 4). */
export function newUuid(): string {
  return inForce.uuid();
}

/** One draw from the system costs about as much for 16 kB as for 16 bytes. */
const DRAW_BYTES = 16_384;

let drawn: Buffer = Buffer.alloc(0);
let used = 0;

/**
 * Random bytes for identifiers, of which every call makes several: cut from a larger draw of the same source
 * as `secretBytes`, each byte handed out once and wiped. Keys and secrets are drawn by themselves.
 */
export function identifierBytes(size: number): Buffer {
  if (size > DRAW_BYTES) return secretBytes(size);
  if (used + size > drawn.length) {
    drawn = secretBytes(DRAW_BYTES);
    used = 0;
  }
  const piece = drawn.subarray(used, used + size);
  used += size;
  const bytes = Buffer.from(piece);
  piece.fill(0);
  return bytes;
}
