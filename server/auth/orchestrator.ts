import { tierOf } from "@/server/auth/account";
import type { AuthEnvironment, Authenticated, Source } from "@/server/auth/auth-rule";
import { usableClientId } from "@/server/auth/client-id";
import { requireNetwork } from "@/server/auth/require-network";
import { unauthorized } from "@/server/auth/unauthorized";
import { ApiError } from "@/server/errors";

/** A call to an orchestrator's own endpoints: it acts for the platform that owns it (AU-03). */
export async function byOrchestratorKey(
  environment: AuthEnvironment,
  value: string,
  source: Source,
): Promise<Authenticated> {
  const found = await environment.credentials.orchestrator(value);
  if (!found) throw unauthorized();
  requireNetwork(found, source.ip);
  return { caller: { ...found.caller, ...source }, tier: tierOf(found.account, "default") };
}

/**
 * An orchestrator's key with the client ID of a platform it is linked to; acts for that platform. Throws 401
 * without a client ID (D-01), 403 for a client ID that is linked elsewhere or nowhere (AU-18, D-04) or has no
 * active destination bound to it (AU-16).
 */
export async function byPair(
  environment: AuthEnvironment,
  pair: { orchestratorKey: string; clientId: string | null },
  source: Source,
): Promise<Authenticated> {
  const orchestrator = await environment.credentials.orchestrator(pair.orchestratorKey);
  if (!orchestrator || pair.clientId === null) throw unauthorized();
  requireNetwork(orchestrator, source.ip);
  const client = await usableClientId(environment, pair.clientId, source.origin);
  const { orchestratorId, orchestratorKeyId, scopes, limit, maker } = orchestrator.caller;
  if (client.linkedTo === null || client.linkedTo !== orchestratorId) {
    throw new ApiError("forbidden", "Client ID is not linked to this orchestrator");
  }
  if (!client.hasActiveDestination) {
    throw new ApiError("forbidden", "Client ID has no active payment destination");
  }
  // Both accounts stand behind a pair.
  tierOf(orchestrator.account, "default");
  const tier = tierOf(client.account, client.tier);
  const own = { kind: "orchestrator", orchestratorId, orchestratorKeyId, scopes, limit, maker } as const;
  return { caller: { ...client.caller, ...own, ...source }, tier };
}
