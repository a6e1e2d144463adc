import { randomUUID } from "node:crypto";
import { ApiError } from "@/server/errors";
import { errorBody } from "@/server/http/error-body";
import { preflight, respond } from "@/server/http/respond";
import type { NextHandler, Route } from "@/server/http/route";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** All handlers of one path. Next and our own front door both look them up by method name. */
export type Endpoint = Record<Method | "HEAD" | "OPTIONS", NextHandler> & {
  [method in Method]: NextHandler & Partial<Pick<Route, "def">>;
};

/**
 * Completes the routes of one path: HEAD for GET, OPTIONS for preflights, and a documented 405 for the
 * rest. Export all seven, so that both front doors answer the same.
 */
export function endpoint(routes: Partial<Record<Method, Route>>): Endpoint {
  const allowed = METHODS.filter((method) => routes[method]);
  const methods = [...allowed, ...(routes.GET ? ["HEAD"] : []), "OPTIONS"];
  const refuse: NextHandler = async (request) => refusal(request, methods);
  const get = routes.GET;
  return {
    GET: routes.GET ?? refuse,
    POST: routes.POST ?? refuse,
    PUT: routes.PUT ?? refuse,
    PATCH: routes.PATCH ?? refuse,
    DELETE: routes.DELETE ?? refuse,
    HEAD: get ? async (request, context) => withoutBody(await get(request, context)) : refuse,
    OPTIONS: preflightOf(methods),
  };
}

function preflightOf(methods: readonly string[]): NextHandler {
  return (request) => Promise.resolve(preflight(request, methods));
}

function refusal(request: Request, methods: readonly string[]): Response {
  const error = new ApiError("method_not_allowed", `Method ${request.method} is not allowed`);
  const { status, body } = errorBody(error, "issues");
  return respond(request, { status, body, requestId: randomUUID(), headers: { allow: methods.join(", ") } });
}

function withoutBody(response: Response): Response {
  return new Response(null, { status: response.status, headers: response.headers });
}
