import { createHash, hash } from "node:crypto";
import { monotonicFactory } from "ulid";
import { identifierBytes, secretBytes } from "@/server/lib/random";

/** Source of randomness; tests pass a deterministic one. */
export type RandomBytes = (size: number) => Buffer;

/** A time that is further behind than this comes from another clock, or from the same one before it was set. */
const LARGEST_STEP_BACK_MS = 60_000;
/** Clocks whose IDs rise beside each other; a service has one, and a second after it was set. */
const MOST_TIMELINES = 8;

interface Timeline {
  latest: number;
  next: (at: number) => string;
}

/** Those used last come first. */
let timelines: Timeline[] = [];

/**
 * A record ID: 26 characters, sorted by creation (FM-04), also within a millisecond and when the clock steps back a
 * little. A clock that was far ahead and is set right is followed: its records get the right time without a restart.
 * Not a secret.
 */
export function newId(now: Date): string {
  const at = now.getTime();
  const own = timelineAt(at);
  own.latest = Math.max(own.latest, at);
  timelines = [own, ...timelines.filter((other) => other !== own)].slice(0, MOST_TIMELINES);
  return own.next(at);
}

/** Forgets which IDs were given, as a process does that begins anew. */
export function forgetIds(): void {
  timelines = [];
}

/** The one that goes on at this time: of those that are not far ahead of it, the nearest. */
function timelineAt(at: number): Timeline {
  const [nearest] = timelines
    .filter(({ latest }) => latest - LARGEST_STEP_BACK_MS <= at)
    .sort((a, b) => b.latest - a.latest);
  return nearest ?? { latest: at, next: monotonicFactory(() => identifierBytes(4).readUInt32BE() / 2 ** 32) };
}

/**
 * A record ID that follows from what the record is: the same parts give the same ID, also in a service that was restored
 * from a backup and does its work again. In the form of a ULID, but all of it is a hash: it tells no time and sorts
 * nothing. `kind` keeps IDs of different records apart.
 */
export function derivedId(kind: string, ...parts: readonly (string | number)[]): string {
  return ulidForm(
    createHash("sha256")
      .update(JSON.stringify([kind, ...parts]))
      .digest(),
  );
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 128 bits as the 26 characters of a ULID, which hold two more: the first character is 0 to 7. */
function ulidForm(bytes: Buffer): string {
  const text = Buffer.alloc(26);
  let at = text.length;
  let bits = 0;
  let count = 0;
  for (const byte of bytes.subarray(0, 16).toReversed()) {
    bits |= byte << count;
    for (count += 8; count >= 5; count -= 5, bits >>= 5) text[--at] = CROCKFORD.charCodeAt(bits & 31);
  }
  text[--at] = CROCKFORD.charCodeAt(bits);
  return text.toString("latin1");
}

/**
 * A token that opens what it names: 26 characters of a ULID (FM-04), all of them random. Knowing it is enough, so none of
 * its 128 bits is spent on the time, and it never counts up: a neighbour cannot be guessed.
 */
export function newToken(random: RandomBytes = secretBytes): string {
  return ulidForm(random(16));
}

/** True for the form of `newId`; any other text is nobody's record and is not worth asking for. */
export function isRecordId(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

/** SHA-256 of a bearer value as `0x…` hex: what the database holds and looks up. */
export function hashSecret(value: string): string {
  return `0x${hash("sha256", value)}`;
}
