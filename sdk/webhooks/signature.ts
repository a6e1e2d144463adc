import { hexOf } from "@/sdk/client/environment";

/** Bytes as they came over the wire, or the text that they are in UTF-8. */
export type RawBody = string | ArrayBuffer | Uint8Array;

const HMAC = { name: "HMAC", hash: "SHA-256" };
const utf8 = new TextEncoder();

/** The bytes of a body. */
export function bytesOf(body: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return utf8.encode(body);
  // Copied, so that what is verified is what is parsed, whatever happens to the buffer meanwhile.
  return new Uint8Array(body instanceof Uint8Array ? body : new Uint8Array(body));
}

/**
 * The key of a secret: its text as UTF-8, or what its `whsec_` form holds. Throws `TypeError` for an empty one, with which
 * anybody could sign.
 */
export async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = /^whsec_/.test(secret)
    ? Uint8Array.from(atob(secret.slice("whsec_".length)), (sign) => sign.charCodeAt(0))
    : utf8.encode(typeof secret === "string" ? secret : "");
  if (bytes.length === 0) throw new TypeError("The secret of the webhook is empty");
  return crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign", "verify"]);
}

/** What Standard Webhooks signs. */
export function standardContent(id: string, seconds: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = utf8.encode(`${id}.${seconds}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/** HMAC-SHA256. */
export async function hmac(key: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
}

/** Whether one of the keys made one of the signatures. Compared by the platform, in the same time for each wrong one. */
export async function isSignedBy(
  keys: readonly CryptoKey[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, content)) return true;
    }
  }
  return false;
}

/** 32 bytes of a signature in hex; null for every other text. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** 32 bytes of a signature in base64; null for every other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export { hexOf as toHex };
