import { ROLES, type Role } from "@/db/roles";
import type { AuthMode } from "@/server/auth/auth-rule";
import { type KeyRule, OPERATIONS } from "@/server/auth/operations/operations";
import { NEEDS_STEP_UP, NEEDS_STEP_UP_ABOVE_SUM } from "@/server/auth/step-up/operations";
import type { ErrorCode } from "@/server/errors";
import type { RouteDef } from "@/server/http/route-def";

/** Credentials that are held to scopes. */
const KEYS: readonly AuthMode[] = ["apiKey", "orchestrator", "orchestratorKey"];

/** Whether an endpoint lets in keys, which are held to scopes; other credentials are not. */
export function takesKeys({ auth }: Pick<RouteDef, "auth">): boolean {
  return auth.some((mode) => KEYS.includes(mode));
}

/** Whether an endpoint lets people in who are signed in, and not in every role. */
function isForSomeRoles(def: RouteDef): boolean {
  const { key, roles }: { key: KeyRule; roles: readonly Role[] } = OPERATIONS[def.operationId];
  const takesPeople = def.auth.includes("session") || def.orchestratorOfSession === true;
  // A key is held to the role of whoever made it.
  const holdsKeys = takesKeys(def) && key !== "any";
  return (takesPeople || holdsKeys) && roles.length < ROLES.length;
}

/** Whether people who are signed in confirm this with a fresh proof, where their session is held to it. */
export function mayNeedStepUp({ auth, orchestratorOfSession, operationId }: RouteDef): boolean {
  const takesPeople = auth.includes("session") || orchestratorOfSession === true;
  return takesPeople && (operationId in NEEDS_STEP_UP || operationId in NEEDS_STEP_UP_ABOVE_SUM);
}

/** Scopes whose creating calls count for the limits of a key. */
const COUNTED: readonly KeyRule[] = ["requests", "links", "payouts"];

function isCounted(def: RouteDef): boolean {
  return takesKeys(def) && def.idempotent === true && COUNTED.includes(OPERATIONS[def.operationId].key);
}

/**
 * What `route()` itself can answer, given what the endpoint takes. All other codes have to be declared, so
 * that the published description cannot lie.
 */
export function impliedErrors(def: RouteDef): readonly ErrorCode[] {
  const takesClientId = def.auth.includes("clientId");
  // By cookie, from a page that is not ours.
  const takesOrigin = takesClientId || def.auth.includes("session") || def.orchestratorOfSession;
  const mayBeForbidden = takesClientId || def.auth.includes("orchestrator") || def.walletSessionOnly;
  return [
    ...(def.query || def.body || def.idempotent ? (["validation_failed"] as const) : []),
    ...(def.body ? (["malformed_body", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...(def.auth.length > 0 ? (["unauthorized"] as const) : []),
    ...(takesClientId ? (["origin_required", "client_id_revoked"] as const) : []),
    ...(takesOrigin ? (["origin_not_allowed"] as const) : []),
    ...(def.scopedByClientId || def.orchestratorOfSession ? (["not_found"] as const) : []),
    ...(mayBeForbidden ? (["forbidden"] as const) : []),
    ...(takesKeys(def) ? (["ip_not_allowed"] as const) : []),
    ...(takesKeys(def) && OPERATIONS[def.operationId].key !== "any" ? (["scope_missing"] as const) : []),
    ...(isForSomeRoles(def) ? (["role_missing"] as const) : []),
    ...(mayNeedStepUp(def) ? (["step_up_required", "proof_refused"] as const) : []),
    ...(isCounted(def) ? (["key_limit_reached", "price_unavailable"] as const) : []),
    ...(def.waitsForApproval ? (["approval_needed", "conflict"] as const) : []),
    ...(def.idempotent ? (["idempotency_key_reused"] as const) : []),
    ...(def.isProbe ? [] : (["too_many_requests"] as const)),
  ];
}
