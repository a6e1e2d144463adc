import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { servedFor } from "@/server/http/caller-address";
import { errorBody } from "@/server/http/error-body";
import { countedBy } from "@/server/http/limits/counted";
import { addressGroup } from "@/server/lib/address-group";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The page that says "too many" to a reader: its HTML, in the reader's language. */
export type BusyPage = (request: IncomingMessage, retryAfterSeconds: number) => Promise<string>;

/** Pages that look into the database for whoever asks. */
const COUNTED_PAGE = /^\/(?:pay|request|dashboard|login|onboarding)(?:[/?]|$)/;
const SIGN_IN = /^\/api\/auth(?:[/?]|$)/;
/** Where next-auth takes a signature: the same step as `POST /v1/auth/wallet/verify`. */
const SIGN_IN_ATTEMPT = /^\/api\/auth\/callback(?:[/?]|$)/;

/**
 * Limits per address what goes past the routes of the API: the sign-in of next-auth and the pages that read from
 * the database (RL-08). A signature counts with the calls of the API, so that the second door gives no second
 * allowance. Pages share the larger allowance of the payer page's own calls: many payers sit behind one address.
 */
export function limitedPages(current: App, pages: Listener, busy: BusyPage): Listener {
  const { limit, addressOf } = countedBy(current);
  const count = async (target: string, ip: string) => {
    const address = addressGroup(ip);
    if (SIGN_IN_ATTEMPT.test(target)) return limit("basic", `public ${address}`);
    if (SIGN_IN.test(target)) return limit("basic", `next-auth ${address}`, true);
    return limit("default", `pay ${address}`, true);
  };
  return async (request, response) => {
    const target = request.url ?? "/";
    if (!COUNTED_PAGE.test(target) && !SIGN_IN.test(target)) return pages(request, response);
    const ip = addressOf(forwarded(request), request.socket.remoteAddress);
    try {
      await count(target, ip);
    } catch (error) {
      if (error instanceof ApiError && error.code === "too_many_requests") {
        const body = SIGN_IN.test(target) ? null : await busy(request, error.retryAfterSeconds ?? 1);
        return refuse(response, error, body);
      }
      // The counters cannot be reached: the page says better than we could here what that means for its reader.
      current.log.error({ err: error }, "a page was not counted");
    }
    return servedFor(ip, () => pages(request, response));
  };
}

function refuse(response: ServerResponse, error: ApiError, page: string | null): void {
  response.writeHead(error.status, {
    "content-type": page === null ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "retry-after": String(error.retryAfterSeconds ?? 1),
  });
  response.end(page ?? JSON.stringify(errorBody(error, "issues").body));
}

function forwarded({ headers }: IncomingMessage): { headers: Pick<Headers, "get"> } {
  return { headers: { get: (name) => headers[name]?.toString() ?? null } };
}
