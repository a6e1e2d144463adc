import { isRecordId } from "@/server/lib/ids";

const MAX_LENGTH = 300;
/** Of a link's token: enough to tell one link from another, and 110 of its 128 bits stay unknown. */
const SHOWN_LENGTH = 4;

/** A path as it may be kept: a link's token, which is what lets a payer in, is shortened. */
export function loggedPath(path: string, token: unknown): string {
  const masked = typeof token === "string" ? path.split("/").map((part) => mask(part, token)) : [path];
  return masked.join("/").slice(0, MAX_LENGTH);
}

function mask(part: string, token: string): string {
  if (decoded(part) !== token) return part;
  return isRecordId(token) ? `${token.slice(0, SHOWN_LENGTH)}…` : "…";
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
