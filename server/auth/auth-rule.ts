import type { SessionKind } from "@/db/session-kinds";
import type { RateTier } from "@/server/auth/credential";
import type { Credentials } from "@/server/auth/credentials";
import type { OperationId } from "@/server/auth/operations/operations";
import type { Begin, Caller } from "@/server/context";

/**
 * Modes an endpoint may accept (behaviour.md §2.1). `orchestrator` is the pair of key and client ID,
 * `orchestratorKey` the key alone.
 */
export type AuthMode = "apiKey" | "clientId" | "orchestrator" | "orchestratorKey" | "session";

/** Who may call an endpoint: the part of its definition that concerns credentials. */
export interface AuthRule {
  /** Its row in the table of operations, which says what a key needs. */
  readonly operationId: OperationId;
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
  renewed?: { token: string; kind: SessionKind };
}
