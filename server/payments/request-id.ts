import type { RandomBytes } from "@/server/lib/ids";
import { identifierBytes } from "@/server/lib/random";

/** The wire form of a request's ID: `01` and 32 bytes as lower-case hex (FM-05). */
export const REQUEST_ID = /^01[0-9a-f]{64}$/;

/** `01` followed by 32 random bytes, as `0x…` hex for storage; the wire form has no `0x` (FM-05, D-03). */
export function newRequestId(random: RandomBytes = identifierBytes): string {
  return `0x01${random(32).toString("hex")}`;
}

/** Whether a text can be the ID of a request at all; what cannot is an ID that nobody has (RS-13). */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}
