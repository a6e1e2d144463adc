import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

/** Frozen at build time by Next; its development client needs `eval` and inline styles. */
const IS_DEVELOPMENT = process.env.NODE_ENV === "development";

/** Pages only: API handlers answer the same without it, and static files run no scripts. */
export const config = {
  matcher: "/((?!v1(?:/|$)|v2(?:/|$)|metrics$|_next/|openapi\\.json$|.*\\.(?:svg|png|ico)$).*)",
};

/** Gives every page a nonce; Next reads it from the request and puts it on the scripts it writes. */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${IS_DEVELOPMENT ? " 'unsafe-eval'" : ""}`,
    `style-src 'self'${IS_DEVELOPMENT ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    `connect-src 'self'${IS_DEVELOPMENT ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
