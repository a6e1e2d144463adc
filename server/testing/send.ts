import type { EndpointHandler } from "@/server/http/endpoint";

/** An answer as its caller sees it. */
export interface Answered {
  status: number;
  // A test says what it expects of a body; nothing is promised about it here.
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into by tests only
  body: any;
  headers: Headers;
}

/** Calls a route handler as a front door does. `params` are the dynamic segments of the path. */
export async function send(
  handler: EndpointHandler,
  path: string,
  options: {
    method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    headers?: Record<string, string>;
    body?: unknown;
    params?: Record<string, string>;
  } = {},
): Promise<Answered> {
  const { method = "GET", headers = {}, body, params } = options;
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
}
