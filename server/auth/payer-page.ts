import type { AuthEnvironment, Authenticated, AuthRule, Source } from "@/server/auth/auth-rule";
import { payerPageCaller } from "@/server/auth/callers";
import { unauthorized } from "@/server/auth/unauthorized";
import { ApiError } from "@/server/errors";
import type { ReceivedRequest } from "@/server/lib/received";

/**
 * The client ID of the payer page. Public and the same on every installation: it says which page is asking, and
 * opens nothing that the token of a link does not.
 */
export const PAYER_PAGE_CLIENT_ID = "cli_payerpage00000000000000000000000";

/** Whether a call says that it comes from the payer page. */
export function isPayerPage(clientId: string): boolean {
  return clientId === PAYER_PAGE_CLIENT_ID;
}

/**
 * A call of the payer page, which serves every merchant (D-18). It belongs to no account and owns nothing: only
 * endpoints that say so know it, for all others it is an unknown client ID. Throws 401 there and without an origin,
 * 403 from any other page than ours.
 */
export function byPayerPage(
  request: ReceivedRequest,
  rule: AuthRule,
  environment: AuthEnvironment,
  source: Source,
): Authenticated {
  if (!rule.payerPage) throw unauthorized();
  if (source.origin === null && !isReadFromPage(request, environment)) {
    throw new ApiError("origin_required", "Origin header is required");
  }
  if (source.origin !== null && source.origin !== environment.payOrigin) {
    throw new ApiError("origin_not_allowed", "Origin is not allowed for this client ID");
  }
  // One ID for all payers, counted with the address they come from.
  return { caller: payerPageCaller(source), tier: "high_volume" };
}

/**
 * Browsers send no `Origin` with a read of their own origin, and every foreign page has to name its own because of
 * our header. Where the page has another host than the API, its reads cross origins as well.
 */
function isReadFromPage(request: ReceivedRequest, environment: AuthEnvironment): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const site = request.headers.get("sec-fetch-site");
  return (
    isRead && environment.apiOrigin === environment.payOrigin && (site === null || site === "same-origin")
  );
}
