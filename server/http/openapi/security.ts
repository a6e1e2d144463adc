import type { AuthMode, AuthRule } from "@/server/auth/auth-rule";
import { ORCHESTRATOR_ID } from "@/server/auth/authenticate";
import type { JsonSchema, Parameter, SecurityRequirement } from "@/server/http/openapi/document";

export const SECURITY_SCHEMES: Record<string, JsonSchema> = {
  apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
  clientId: { type: "apiKey", in: "header", name: "x-client-id" },
  orchestratorKey: { type: "apiKey", in: "header", name: "x-orchestrator-key" },
  sessionBearer: { type: "http", scheme: "bearer" },
  sessionCookie: { type: "apiKey", in: "cookie", name: "session_token" },
};

/** The credentials an endpoint accepts, any one of them (behaviour.md §2.1). */
export function securityOf(auth: readonly AuthMode[]): SecurityRequirement[] {
  return auth.flatMap((mode): SecurityRequirement[] => {
    if (mode === "session") return [{ sessionBearer: [] }, { sessionCookie: [] }];
    if (mode === "orchestrator") return [{ orchestratorKey: [], clientId: [] }];
    return [{ [mode]: [] }];
  });
}

const OWN_ORCHESTRATOR =
  "In place of the key: with the session of its owner, the ID of the orchestrator. It is no credential.";
const SCOPE = "Narrows the session to one client ID of the account. It is no credential here.";

const WORDS = {
  "x-api-key": "The secret key of the account. For servers only.",
  "x-client-id": "The public client ID. For browsers, from its allowed domains.",
  "x-orchestrator-key": "The secret key of the orchestrator. For servers only.",
  Origin: "Origin of the page that calls, which browsers add. It has to be one of the client ID's domains.",
};

/** The headers that carry those credentials, or narrow them; required where there is no other way in. */
export function credentialHeaders({ auth, scopedByClientId, orchestratorOfSession }: AuthRule): Parameter[] {
  const only = auth.length === 1 && !orchestratorOfSession;
  const header = (name: keyof typeof WORDS | typeof ORCHESTRATOR_ID): Parameter => ({
    name,
    in: "header",
    required: only,
    ...(name in WORDS ? { description: WORDS[name as keyof typeof WORDS] } : {}),
    schema: { type: "string" },
  });
  return [
    ...(auth.includes("apiKey") ? [header("x-api-key")] : []),
    ...(auth.includes("clientId") ? [header("x-client-id")] : []),
    ...(scopedByClientId ? [{ ...header("x-client-id"), required: false, description: SCOPE }] : []),
    ...(auth.includes("orchestrator") || auth.includes("orchestratorKey")
      ? [header("x-orchestrator-key")]
      : []),
    ...(orchestratorOfSession ? [{ ...header(ORCHESTRATOR_ID), description: OWN_ORCHESTRATOR }] : []),
    ...(auth.includes("clientId") ? [header("Origin")] : []),
  ];
}
