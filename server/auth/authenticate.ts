import { tierOf } from "@/server/auth/account";
import { byClientId } from "@/server/auth/client-id";
import type { Credentials, RateTier } from "@/server/auth/credentials";
import { byOrchestratorKey, byPair } from "@/server/auth/orchestrator";
import { byPayerPage, isPayerPage } from "@/server/auth/payer-page";
import { bySession, withOwnOrchestrator, withSelectedScope } from "@/server/auth/session";
import { unauthorized } from "@/server/auth/unauthorized";
import type { Begin, Caller } from "@/server/context";

/**
 * Modes an endpoint may accept (behaviour.md §2.1). `orchestrator` is the pair of key and client ID,
 * `orchestratorKey` the key alone.
 */
export type AuthMode = "apiKey" | "clientId" | "orchestrator" | "orchestratorKey" | "session";

/** Who may call an endpoint: the part of its definition that concerns credentials. */
export interface AuthRule {
  /** Accepted modes; an empty list makes the endpoint public. */
  readonly auth: readonly AuthMode[];
  /** Also answers nobody in particular. A wrong key is still refused; a session that has ended is nobody. */
  readonly isAlsoPublic?: boolean;
  /** What the payer page may call with its own client ID (D-18). */
  readonly payerPage?: boolean;
  /** A client ID linked to an orchestrator may not use this without the orchestrator's key (AU-15). */
  readonly linkedNeedsPair?: boolean;
  /** Refuses email sessions with 403 (AU-25, D-32). */
  readonly walletSessionOnly?: boolean;
  /** Asked by a page on its own, again and again: it shows that a session is open, not that somebody is there. */
  readonly isBackground?: boolean;
  /** Beside a session, `x-client-id` is no credential: it narrows the session to one client ID (SC-06). */
  readonly scopedByClientId?: boolean;
  /** Beside the orchestrator's key, the session of its owner, who names it in `x-orchestrator-id`. */
  readonly orchestratorOfSession?: boolean;
}

/** What authentication needs of the process it runs in. */
export interface AuthEnvironment {
  readonly credentials: Credentials;
  readonly begin: Begin;
  now(): Date;
  /** Origins our own pages have; the only ones that may use the session cookie to change something. */
  readonly ownOrigins: ReadonlySet<string>;
  /** Where the API and the payer page are. */
  readonly apiOrigin: string;
  readonly payOrigin: string;
}

/** What a call says about where it was made. */
export type Source = Pick<Caller, "origin" | "ip">;

/** A call whose credentials were good. */
export interface Authenticated {
  caller: Caller;
  tier: RateTier;
  /** The session token to send again as a cookie, because its end has moved. */
  renewed?: { token: string; kind: "wallet" | "email" };
}

/**
 * Turns the credentials of a call into its `Caller`. The first header present decides, in the order
 * orchestrator, API key, client ID, session (AU-12, D-01); a credential that is present but wrong is never
 * passed over for another one. Throws 401 when nothing usable was sent (AU-10), 403 when what was sent is
 * known but may not do this (AU-11), which holds for all credentials of a disabled account.
 */
export async function authenticate(
  request: Request,
  rule: AuthRule,
  environment: AuthEnvironment,
  ip: string,
): Promise<Authenticated> {
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
    return withOwnOrchestrator(
      environment,
      await bySession(environment, request, source, rule),
      orchestratorId,
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
  const signedIn = await bySession(environment, request, source, rule);
  return clientId === null ? signedIn : withSelectedScope(environment, signedIn, clientId);
}

/** Names one of the account's orchestrators beside a session. It is no credential. */
export const ORCHESTRATOR_ID = "x-orchestrator-id";

/** A session counts only where no other credential was sent (AU-04). */
function isOtherKey(headers: Headers): boolean {
  return headers.has("x-api-key") || headers.has("x-client-id");
}

const CREDENTIAL_HEADERS = ["x-orchestrator-key", "x-api-key", "x-client-id", "authorization"];

/** Whether a call claims to be somebody by more than a cookie, which browsers send unasked. */
export function claimsIdentity(request: Request): boolean {
  return CREDENTIAL_HEADERS.some((name) => request.headers.has(name));
}

function accept(rule: AuthRule, mode: AuthMode): void {
  if (!rule.auth.includes(mode)) throw unauthorized();
}

async function byApiKey(environment: AuthEnvironment, value: string, source: Source): Promise<Authenticated> {
  const found = await environment.credentials.apiKey(value);
  if (!found) throw unauthorized();
  const tier = tierOf(found.account, "default");
  return { caller: { ...found.caller, origin: source.origin, ip: source.ip }, tier };
}
