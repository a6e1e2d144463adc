import { isRecordId } from "@/server/lib/ids";

const MAX_LENGTH = 300;
/** Of a link's token: enough to tell one link from another, and 110 of its 128 bits stay unknown. */
const SHOWN_LENGTH = 4;

/**
 * What opens something, wherever it stands: API and orchestrator keys, signing secrets with their prefix or as 64
 * hex characters without `0x`, session tokens.
 */
const SECRETS = [
  /(sk|orc|whsec)_[A-Za-z0-9+/=_-]{4,}/gi,
  /(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])/gi,
  /(?<![\w-])[\w-]{43}(?![\w-])/g,
];

/** What every secret has: an underscore, an encoding, or a part of 43 characters. Most paths need no closer look. */
const MAY_HIDE = /[%_]|[^/]{43}/;

/**
 * A path as it may be kept: a link's token, which is what lets a payer in, is shortened, and a credential that was
 * put into the path by mistake is masked. So is `personal`, what a platform calls a person: often an e-mail address.
 */
export function loggedPath(path: string, token: unknown, personal?: unknown): string {
  if (token === undefined && personal === undefined && !MAY_HIDE.test(path)) return path.slice(0, MAX_LENGTH);
  const parts = path
    .split("/")
    .map((part) => withoutSecrets(isPart(part, personal) ? "…" : maskToken(part, token)));
  return parts.join("/").slice(0, MAX_LENGTH);
}

/** A record's ID, which of a link or an invitation is its token. */
const TOKEN = /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{26}(?![0-9a-z])/gi;

/** An address as it may be kept: without its query and whatever in its path opens something. */
export function loggedAddress(address: string): string {
  const parts = (address.split(/[?#]/)[0] ?? "").split("/");
  return parts.map((part) => withoutSecrets(part, [...SECRETS, TOKEN])).join("/");
}

/** The token of a link as it may be kept. */
export function shownToken(token: string): string {
  return isRecordId(token) ? `${token.slice(0, SHOWN_LENGTH)}…` : "…";
}

function maskToken(part: string, token: unknown): string {
  return typeof token === "string" && isPart(part, token) ? shownToken(token) : part;
}

function isPart(part: string, value: unknown): boolean {
  return typeof value === "string" && decoded(part) === value;
}

/** The part as it was sent; decoded only where a secret was hidden by its encoding. */
function withoutSecrets(part: string, secrets: readonly RegExp[] = SECRETS): string {
  const text = decoded(part);
  const masked = secrets.reduce(
    (rest, secret) =>
      rest.replace(secret, (_, prefix?: unknown) => (typeof prefix === "string" ? `${prefix}_…` : "…")),
    text,
  );
  return masked === text ? part : masked;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
