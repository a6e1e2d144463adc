import { tierOf } from "@/server/auth/account";
import type { AuthEnvironment, Authenticated, AuthMode, AuthRule, Source } from "@/server/auth/auth-rule";
import { byClientId } from "@/server/auth/client-id";
import { requireRole } from "@/server/auth/operations/require-role";
import { requireScope } from "@/server/auth/operations/require-scope";
import { byOrchestratorKey, byPair } from "@/server/auth/orchestrator";
import { byPayerPage, isPayerPage } from "@/server/auth/payer-page";
import { requireNetwork } from "@/server/auth/require-network";
import { bySession, withOwnOrchestrator, withSelectedScope } from "@/server/auth/session";
import { unauthorized } from "@/server/auth/unauthorized";
import type { ReceivedHeaders, ReceivedRequest } from "@/server/lib/received";
import { whenKnown } from "@/server/lib/when-known";

/**
 * Turns the credentials of a call into its `Caller`. The first header present decides, in the order
 * orchestrator, API key, client ID, session (AU-12, D-01); a credential that is present but wrong is never
 * passed over for another one. Throws 401 when nothing usable was sent (AU-10), 403 when what was sent is
 * known but may not do this (AU-11), which holds for all credentials of a disabled account, for a key without the scope
 * of the operation and for a person without the role.
 */
export function authenticate(
  request: ReceivedRequest,
  rule: AuthRule,
  environment: AuthEnvironment,
  ip: string,
): Authenticated | Promise<Authenticated> {
  return whenKnown(identify(request, rule, environment, ip), (found) => {
    requireScope(found.caller, rule.operationId);
    requireRole(found.caller, rule.operationId);
    return found;
  });
}

function identify(
  request: ReceivedRequest,
  rule: AuthRule,
  environment: AuthEnvironment,
  ip: string,
): Authenticated | Promise<Authenticated> {
  const { headers } = request;
  const source: Source = { origin: headers.get("origin"), ip };
  const clientId = headers.get("x-client-id");

  const orchestratorKey = headers.get("x-orchestrator-key");
  if (orchestratorKey !== null) {
    if (rule.auth.includes("orchestratorKey")) return byOrchestratorKey(environment, orchestratorKey, source);
    accept(rule, "orchestrator");
    return byPair(environment, { orchestratorKey, clientId }, source);
  }
  const orchestratorId = headers.get(ORCHESTRATOR_ID);
  if (rule.orchestratorOfSession && orchestratorId !== null && !isOtherKey(headers)) {
    return bySession(environment, request, source, rule).then((signedIn) =>
      withOwnOrchestrator(environment, signedIn, orchestratorId),
    );
  }
  const apiKey = headers.get("x-api-key");
  if (apiKey !== null) {
    accept(rule, "apiKey");
    return byApiKey(environment, apiKey, source);
  }
  if (clientId !== null && !rule.scopedByClientId) {
    accept(rule, "clientId");
    if (isPayerPage(clientId)) return byPayerPage(request, rule, environment, source);
    return byClientId(environment, clientId, source, rule);
  }
  accept(rule, "session");
  const signedIn = bySession(environment, request, source, rule);
  if (clientId === null) return signedIn;
  return signedIn.then((found) => withSelectedScope(environment, found, clientId));
}

/** Names one of the account's orchestrators beside a session. It is no credential. */
export const ORCHESTRATOR_ID = "x-orchestrator-id";

/** A session counts only where no other credential was sent (AU-04). */
function isOtherKey(headers: ReceivedHeaders): boolean {
  return headers.has("x-api-key") || headers.has("x-client-id");
}

const CREDENTIAL_HEADERS = ["x-orchestrator-key", "x-api-key", "x-client-id", "authorization"];

/** Whether a call claims to be somebody by more than a cookie, which browsers send unasked. */
export function claimsIdentity(request: ReceivedRequest): boolean {
  return CREDENTIAL_HEADERS.some((name) => request.headers.has(name));
}

function accept(rule: AuthRule, mode: AuthMode): void {
  if (!rule.auth.includes(mode)) throw unauthorized();
}

function byApiKey(
  environment: AuthEnvironment,
  value: string,
  source: Source,
): Authenticated | Promise<Authenticated> {
  return whenKnown(environment.credentials.apiKey(value), (found) => {
    if (!found) throw unauthorized();
    requireNetwork(found, source.ip);
    const tier = tierOf(found.account, "default");
    return { caller: { ...found.caller, origin: source.origin, ip: source.ip }, tier };
  });
}
