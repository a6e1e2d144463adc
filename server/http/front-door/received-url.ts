/** Targets that a URL parser would leave as they are: no percent sign, which can hide a dot, and no backslash. */
const PLAIN_TARGET = /^\/[!$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?]|$)/;
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{4,5})?$/;

/**
 * The URL of a call by its `Host` header and its target, which begins with a slash, as a URL parser writes it: dots in the
 * path are followed. Throws `TypeError` for a host that is none, and for a backslash in the path, which parsers read as a
 * slash and proxies do not.
 */
export function receivedUrl(host: string | undefined, target: string): string {
  if (!host) throw new TypeError("Host is missing");
  const url = `http://${host}${target}`;
  const isPlainHost = PLAIN_HOST.test(host);
  if (isPlainHost && PLAIN_TARGET.test(target) && !DOT_SEGMENT.test(target)) return url;
  if (target.split("?", 1)[0]?.includes("\\")) throw new TypeError("Backslash in the path");
  const parsed = new URL(url);
  const named = host.replace(/:\d+$/, "").toLowerCase();
  // A host with a slash, a question mark or a user in it would move the path.
  if (!isPlainHost && parsed.hostname !== named) throw new TypeError("Host is malformed");
  return parsed.href;
}
