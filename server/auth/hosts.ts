import { sessionCookie } from "@/server/auth/session-token";
import type { NewSession } from "@/server/auth/sessions";
import type { Config } from "@/server/config";

type Urls = Config["urls"];

/** Origins of our own pages and services, as browsers write them. */
export function ownOrigins(urls: Urls): ReadonlySet<string> {
  return new Set(Object.values(urls).map((url) => new URL(url).origin));
}

/**
 * The domain the session cookie is for: none when everything is on one host, so that no other host gets it;
 * else the longest domain that all hosts end in (AU-05). Null also where there is no such domain of two labels
 * or more.
 */
export function cookieDomain(urls: Urls): string | null {
  const hosts = [...new Set(Object.values(urls).map((url) => new URL(url).hostname))];
  const [first, ...others] = hosts.map((host) => host.split(".").reverse());
  if (!first || others.length === 0) return null;
  const differs = first.findIndex((label, at) => others.some((other) => other[at] !== label));
  const common = differs < 0 ? first : first.slice(0, differs);
  return common.length >= 2 && hosts.every((host) => !isAddress(host)) ? common.reverse().join(".") : null;
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

/** The cookie of a session that was just made. */
export function cookieFor(urls: Urls, session: NewSession): string {
  return sessionCookie(session.token, session.kind, cookieDomain(urls));
}
