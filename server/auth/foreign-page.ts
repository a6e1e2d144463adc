import { ApiError } from "@/server/errors";
import type { ReceivedRequest } from "@/server/lib/received";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses calls that change something with the cookie of somebody who is looking at a foreign page. Browsers
 * name the page in `Origin`, or tell by `Sec-Fetch-Site` how near it is; programs send neither and have no
 * cookie they were not given. Throws 403.
 */
export function refuseForeignPage(request: ReceivedRequest, ownOrigins: ReadonlySet<string>): void {
  if (READING.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (origin !== null) {
    if (ownOrigins.has(origin) || request.url.startsWith(`${origin}/`)) return;
    throw foreign();
  }
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign();
}

function foreign(): ApiError {
  return new ApiError("origin_not_allowed", "This origin may not use the session");
}
