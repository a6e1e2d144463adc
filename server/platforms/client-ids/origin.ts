import { parseUrl } from "@/server/lib/parse-url";

/** The only hosts a page may be served from without TLS (CI-02). */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$|^\[[0-9a-f:.]+\]$/;
const MAX_LENGTH = 255;

/**
 * An allowed domain as a browser sends it in `Origin`: lower case, punycode, no default port, no trailing dot
 * (CI-02). Null for anything that is not the origin of a page over HTTPS or on loopback: a path, query,
 * fragment, credentials or wildcard, another scheme.
 */
export function normaliseOrigin(text: string): string | null {
  // URL parsers forgive backslashes, tabs and missing slashes; only what is plainly an origin goes on.
  if (text.length > MAX_LENGTH || !/^https?:\/\/[^\s\p{Cc}\\/?#@]+\/?$/iu.test(text)) return null;
  const url = parseUrl(text);
  if (url === null) return null;
  const host = url.hostname.replace(/\.$/, "");
  if (!HOST.test(host)) return null;
  if (url.protocol === "http:" && !LOOPBACK.has(host)) return null;
  return `${url.protocol}//${host}${url.port ? `:${url.port}` : ""}`;
}
