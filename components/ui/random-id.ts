/** 32 hex characters that nobody else draws. Unlike `crypto.randomUUID` also where a page came without TLS. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
