/** Headers a browser may send us and may read from us across origins (behaviour.md AU-02). */
const ALLOWED_HEADERS = "content-type, x-client-id, x-api-key, authorization, idempotency-key";
const EXPOSED_HEADERS = "x-request-id, retry-after, idempotent-replayed";

export interface Answer {
  status: number;
  body: unknown;
  requestId: string;
  replayed?: boolean;
  headers?: Record<string, string>;
}

/** The JSON response of any endpoint, with the headers every one of them has. */
export function respond(request: Request, answer: Answer): Response {
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-request-id": answer.requestId,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...crossOrigin(request),
    ...answer.headers,
  };
  if (answer.replayed) headers["idempotent-replayed"] = "true";
  return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status, headers });
}

/** The answer to a preflight: which methods a path has, for any origin; credentials decide later. */
export function preflight(request: Request, methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow: methods.join(", "),
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": "600",
      ...crossOrigin(request),
    },
  });
}

function crossOrigin(request: Request): Record<string, string> {
  const origin = request.headers.get("origin");
  return origin
    ? {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": EXPOSED_HEADERS,
        vary: "Origin",
      }
    : { vary: "Origin" };
}
