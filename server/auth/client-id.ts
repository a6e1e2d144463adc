import { tierOf } from "@/server/auth/account";
import type { AuthEnvironment, Authenticated, AuthRule, Source } from "@/server/auth/auth-rule";
import type { ClientIdCredential } from "@/server/auth/credential";
import { unauthorized } from "@/server/auth/unauthorized";
import { ApiError } from "@/server/errors";

/** A call by client ID alone. Throws 401 or 403 as `usableClientId`, and 403 for what needs the pair (D-04). */
export async function byClientId(
  environment: AuthEnvironment,
  value: string,
  source: Source,
  rule: AuthRule,
): Promise<Authenticated> {
  const found = await usableClientId(environment, value, source.origin);
  if (rule.linkedNeedsPair && found.linkedTo !== null) {
    throw new ApiError("forbidden", "This client ID can only be used with its orchestrator's key here");
  }
  return { caller: { ...found.caller, ...source }, tier: tierOf(found.account, found.tier) };
}

/**
 * A client ID that is active and used from where it is allowed. Throws 401 when it is unknown or inactive, or
 * its `Origin` is missing, and 403 when it is revoked or the origin is another one (D-28, D-33).
 */
export async function usableClientId(
  environment: AuthEnvironment,
  value: string,
  origin: string | null,
): Promise<ClientIdCredential> {
  const found = await environment.credentials.clientId(value);
  if (!found || found.status === "inactive") throw unauthorized();
  if (found.status === "revoked") throw new ApiError("client_id_revoked", "Client ID has been revoked");
  if (found.allowedDomains.length > 0) refuseForeignOrigin(origin, found.allowedDomains);
  return found;
}

/**
 * Origins are compared whole: scheme, host and port, as browsers write them. Nothing is parsed, so nothing can
 * be mistaken for something it resembles (AU-13).
 */
function refuseForeignOrigin(origin: string | null, allowed: readonly string[]): void {
  if (origin === null) throw new ApiError("origin_required", "Origin header is required");
  if (!allowed.includes(origin)) {
    throw new ApiError("origin_not_allowed", "Origin is not allowed for this client ID");
  }
}
