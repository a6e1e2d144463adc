import type { SessionKind } from "@/db/session-kinds";
import { IDLE_MS } from "@/server/auth/sessions";
import type { ReceivedHeaders } from "@/server/lib/received";

export const SESSION_COOKIE = "session_token";

/** Exactly what `createSession` hands out; anything else need not be looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface SentToken {
  token: string;
  by: "bearer" | "cookie";
}

/**
 * The session token of a call, or null. A bearer token that is present but malformed is not replaced by a
 * cookie (AU-04); other schemes are somebody else's business, such as a proxy's password.
 */
export function readSessionToken(headers: ReceivedHeaders): SentToken | null {
  const authorization = headers.get("authorization");
  if (authorization !== null && /^Bearer\b/i.test(authorization)) {
    const token = authorization.slice("Bearer".length).trim();
    return TOKEN.test(token) ? { token, by: "bearer" } : null;
  }
  const token = cookieValue(headers.get("cookie") ?? "", SESSION_COOKIE);
  return token && TOKEN.test(token) ? { token, by: "cookie" } : null;
}

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The cookie that carries a session (WS-09). Browsers accept `Secure` on loopback without TLS. */
export function sessionCookie(token: string, kind: SessionKind, domain: string | null): string {
  return cookie(token, IDLE_MS[kind] / 1_000, domain);
}

/** The cookie that removes it. */
export function clearedSessionCookie(domain: string | null): string {
  return cookie("", 0, domain);
}

function cookie(value: string, maxAgeSeconds: number, domain: string | null): string {
  const scope = domain === null ? "" : `; Domain=${domain}`;
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax${scope}`;
}
