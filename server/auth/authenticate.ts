import type { Credentials } from "@/server/auth/credentials";
import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/** Modes an endpoint may accept (behaviour.md §2.1). */
export type AuthMode = "apiKey" | "clientId" | "orchestrator" | "session";

/**
 * Turns the credentials of a call into its `Caller`. The first header present decides, in the order
 * orchestrator pair, API key, client ID, session (AU-12); a credential that is present but wrong is never
 * passed over for a weaker one. Throws 401 when nothing usable was sent (AU-10), 403 when what was sent is
 * known but may not do this (AU-11).
 */
export async function authenticate(
  request: Request,
  modes: readonly AuthMode[],
  credentials: Credentials,
): Promise<Caller> {
  const header = (name: string) => request.headers.get(name);
  const origin = header("origin");

  // Orchestrator pairs are not accepted by any endpoint yet; the key must not fall through to less (AU-18).
  if (header("x-orchestrator-key") !== null) throw unauthorized();
  const apiKey = header("x-api-key");
  if (apiKey !== null) {
    if (!modes.includes("apiKey")) throw unauthorized();
    const caller = await credentials.apiKey(apiKey);
    if (!caller) throw unauthorized();
    return { ...caller, origin };
  }
  const clientId = header("x-client-id");
  if (clientId !== null) {
    if (!modes.includes("clientId")) throw unauthorized();
    return byClientId(clientId, origin, credentials);
  }
  throw unauthorized();
}

async function byClientId(value: string, origin: string | null, credentials: Credentials): Promise<Caller> {
  const found = await credentials.clientId(value);
  if (!found || found.status === "inactive") throw unauthorized();
  if (found.status === "revoked") throw new ApiError("client_id_revoked", "Client ID has been revoked");
  if (found.allowedDomains.length > 0) {
    if (origin === null) throw new ApiError("origin_required", "Origin header is required");
    if (!found.allowedDomains.includes(origin)) {
      throw new ApiError("origin_not_allowed", "Origin is not allowed for this client ID");
    }
  }
  return { ...found.caller, origin };
}

function unauthorized(): ApiError {
  return new ApiError("unauthorized", "Unauthorized");
}

/** The worker acting for a tenant: reaches that tenant's rows and nobody else's. */
export function systemCaller(platformId: string): Caller {
  return {
    kind: "system",
    platformId,
    clientId: null,
    credentialId: "system",
    canCreatePayouts: true,
    fee: null,
    origin: null,
  };
}
