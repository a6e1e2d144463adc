import { streamOf } from "@/server/http/pump";
import type { Download } from "@/server/lib/downloads/download";
import type { ReceivedRequest } from "@/server/lib/received";

/** Headers a browser may send us and may read from us across origins (behaviour.md AU-02). */
const ALLOWED_HEADERS =
  "content-type, x-client-id, x-api-key, authorization, idempotency-key, x-background, x-orchestrator-id, x-step-up";
const EXPOSED_HEADERS = "x-request-id, x-error-code, retry-after, idempotent-replayed, content-disposition";

/** What goes on the wire, before either front door has put it there. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Cookies beside the one that the headers may have. */
  cookies?: readonly string[];
  /** Pieces are sent as they are made. */
  body: string | AsyncIterable<string | Uint8Array> | null;
}

/** What an answer depends on of its call: where the page that asks is. */
type Asking = Pick<ReceivedRequest, "headers">;

export interface Outcome {
  status: number;
  body: unknown;
  requestId: string;
  replayed?: boolean;
  headers?: Record<string, string>;
}

/** The JSON answer of any endpoint, with the headers every one of them has. */
export function jsonAnswer(request: Asking, outcome: Outcome): Answer {
  // Null is an answer of its own; nothing at all is an empty object.
  const body = JSON.stringify(outcome.body === undefined ? {} : outcome.body);
  const headers = sizedHeaders(outcome.requestId, "application/json; charset=utf-8", body);
  if (outcome.replayed) headers["idempotent-replayed"] = "true";
  if (outcome.headers) Object.assign(headers, outcome.headers);
  addCrossOrigin(headers, request);
  return { status: outcome.status, headers, body };
}

/** A text answer with the same headers, for machines that do not read JSON. */
export function textAnswer(request: Asking, text: string, contentType: string, requestId: string): Answer {
  const headers = sizedHeaders(requestId, contentType, text);
  addCrossOrigin(headers, request);
  return { status: 200, headers, body: text };
}

/** A file, whose length nobody knows yet. */
export function fileAnswer(
  request: Asking,
  { fileName, contentType, chunks }: Download,
  outcome: Pick<Outcome, "requestId" | "headers">,
): Answer {
  const headers = commonHeaders(outcome.requestId, contentType);
  // Names are ours: letters, digits, dots and dashes.
  headers["content-disposition"] = `attachment; filename="${fileName}"`;
  if (outcome.headers) Object.assign(headers, outcome.headers);
  addCrossOrigin(headers, request);
  return { status: 200, headers, body: chunks };
}

/** The answer to a preflight: which methods a path has, for any origin; credentials decide later. */
export function preflight(request: Asking, methods: readonly string[], requestId: string): Answer {
  const headers: Record<string, string> = {
    allow: methods.join(", "),
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-max-age": "600",
    "x-request-id": requestId,
    vary: "Origin",
  };
  addCrossOrigin(headers, request);
  return { status: 204, headers, body: null };
}

export function toResponse({ status, headers, cookies = [], body }: Answer): Response {
  const sent = body === null || typeof body === "string" ? body : streamOf(body);
  const response = new Response(sent, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** One literal, because adding keys one by one is measurably slower on every call. */
function sizedHeaders(requestId: string, type: string, body: string): Record<string, string> {
  return {
    "content-type": type,
    // Said here, so that no server has to choose between a length and chunks.
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    vary: "Origin",
  };
}

function commonHeaders(requestId: string, type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": "no-store",
    "x-request-id": requestId,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    vary: "Origin",
  };
}

function addCrossOrigin(headers: Record<string, string>, request: Asking): void {
  const origin = request.headers.get("origin");
  if (origin === null) return;
  headers["access-control-allow-origin"] = origin;
  headers["access-control-expose-headers"] = EXPOSED_HEADERS;
}
