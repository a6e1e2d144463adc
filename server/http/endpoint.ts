import { app } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { credentialHeaders } from "@/server/http/admit";
import { errorBody, errorHeaders } from "@/server/http/error-body";
import { type Handler, handlerOf } from "@/server/http/handler";
import { jsonAnswer, preflight } from "@/server/http/respond";
import type { RouteDef } from "@/server/http/route-def";
import { newUuid } from "@/server/lib/random";
import type { ReceivedRequest } from "@/server/lib/received";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** A handler, with its definition where it is part of the published description. */
export type EndpointHandler = Handler & { def?: RouteDef };

/** All handlers of one path. Next and our own front door both look them up by method name. */
export type Endpoint = Record<Method | "HEAD" | "OPTIONS", EndpointHandler>;

/**
 * Completes the routes of one path: HEAD for GET, OPTIONS for preflights, and a documented 405 for the
 * rest. Export all seven, so that both front doors answer the same.
 */
export function endpoint(routes: Partial<Record<Method, EndpointHandler>>): Endpoint {
  const allowed = METHODS.filter((method) => routes[method]);
  const methods = [...allowed, ...(routes.GET ? ["HEAD"] : []), "OPTIONS"];
  const refuse = handlerOf(async (request) => refusal(request, methods));
  return {
    GET: routes.GET ?? refuse,
    POST: routes.POST ?? refuse,
    PUT: routes.PUT ?? refuse,
    PATCH: routes.PATCH ?? refuse,
    DELETE: routes.DELETE ?? refuse,
    HEAD: routes.GET ? headOf(routes.GET) : refuse,
    OPTIONS: handlerOf(async (request) => {
      const answer = preflight(request, methods, newUuid());
      return { ...answer, headers: { ...answer.headers, ...credentialHeaders(app(), request) } };
    }),
  };
}

/** The handlers of a path that does not exist: the documented 404 for every method. */
export function unknownPath(): Endpoint {
  const missing = handlerOf(async (request) => failure(request, new ApiError("not_found", "Not found")));
  return {
    GET: missing,
    POST: missing,
    PUT: missing,
    PATCH: missing,
    DELETE: missing,
    HEAD: headOf(missing),
    OPTIONS: missing,
  };
}

function refusal(request: ReceivedRequest, methods: readonly string[]) {
  const error = new ApiError("method_not_allowed", `Method ${request.method} is not allowed`);
  const answer = failure(request, error);
  return { ...answer, headers: { ...answer.headers, allow: methods.join(", ") } };
}

/** The answer to a call that reached no route, or whose route broke. */
export function failure(request: Pick<ReceivedRequest, "headers">, error: unknown) {
  return jsonAnswer(request, {
    ...errorBody(error, "issues"),
    headers: errorHeaders(error),
    requestId: newUuid(),
  });
}

function headOf(get: Handler): Handler {
  return handlerOf(async (request, segments, peer) => ({
    ...(await get.answer(request, segments, peer)),
    body: null,
  }));
}
