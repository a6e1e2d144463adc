import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Logger } from "pino";
import { ApiError } from "@/server/errors";
import { type Endpoint, failure } from "@/server/http/endpoint";
import { isApi } from "@/server/http/front-door/is-api";
import { ReceivedCall } from "@/server/http/front-door/received-call";
import type { RouteTable } from "@/server/http/front-door/route-table";
import type { Handler } from "@/server/http/handler";
import { pump } from "@/server/http/pump";
import type { Answer } from "@/server/http/respond";
import { clock } from "@/server/lib/clock";
import { newUuid } from "@/server/lib/random";
import { isStorable } from "@/server/lib/text";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A client has this long to send a whole request; slower ones are answered 408 and let go. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle time of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16_384;
/** How much of an unwanted body is still taken, so that its sender can read why. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 16_000_000;

/**
 * The server in front of everything: API calls go straight to their handlers, which saves the millisecond
 * of CPU that Next's own pipeline costs per call (`docs/decisions/every-method-answered.md`); all other paths go to `pages`.
 */
export function createFrontDoor(
  routes: RouteTable,
  pages: Listener,
  log: Pick<Logger, "error">,
  lingerMs = LINGER_MS,
): Server {
  const api = apiListener(routes, log, lingerMs);
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  return createServer(options, (request, response) => {
    if (isApi(request.url ?? "/")) return api(request, response);
    // Handlers name their own answers; these are pages and files.
    response.setHeader("x-request-id", newUuid());
    if (!isReadable(request.url ?? "/")) return refusePage(response);
    return pages(request, response);
  });
}

/** Whether the path is text that a row can have: a page would look for it in the database. */
function isReadable(target: string): boolean {
  const path = target.split("?", 1)[0] ?? "";
  if (!path.includes("%")) return true;
  try {
    return isStorable(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function refusePage(response: ServerResponse): void {
  response.writeHead(400, {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  response.end("This address could not be understood.\n");
}

function apiListener(routes: RouteTable, log: Pick<Logger, "error">, lingerMs: number): Listener {
  return (incoming, response) => {
    const send = (sent: Answer) => write(incoming, response, sent, log, lingerMs);
    let call: ReceivedCall;
    try {
      call = new ReceivedCall(incoming, response);
    } catch {
      // No requests at all: a forged Host header, a backslash in the path.
      return send(failure(NOBODY, notUnderstood("Request")));
    }
    return answer(routes, call, log, incoming.socket.remoteAddress)
      .then(send)
      .catch((error: unknown) => {
        log.error({ err: error }, "an answer could not be sent");
        response.destroy();
      });
  };
}

/** Whom an answer goes to that depends on nothing of the call. */
const NOBODY = { headers: new Headers() };

async function answer(
  routes: RouteTable,
  request: ReceivedCall,
  log: Pick<Logger, "error">,
  peer: string | undefined,
): Promise<Answer> {
  try {
    const match = matchOf(routes, request.url);
    const handler = match && handlerFor(match.endpoint, request.method);
    if (!handler) throw new ApiError("not_found", "Not found");
    return await handler.answer(request, match.segments, peer);
  } catch (error) {
    if (!(error instanceof ApiError)) log.error({ err: error }, "a handler broke");
    return failure(request, error);
  }
}

function matchOf(routes: RouteTable, url: string): ReturnType<RouteTable["match"]> {
  try {
    return routes.match(pathOf(url));
  } catch {
    throw notUnderstood("Path");
  }
}

function handlerFor(endpoint: Endpoint, method: string): Handler {
  if (method in endpoint) return endpoint[method as keyof Endpoint];
  throw new ApiError("method_not_allowed", `Method ${method} is not allowed`);
}

function notUnderstood(what: string): ApiError {
  return new ApiError("validation_failed", `${what} could not be understood`);
}

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const query = url.indexOf("?", start);
  return url.slice(start, query < 0 ? url.length : query);
}

function write(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, headers, cookies, body }: Answer,
  log: Pick<Logger, "error">,
  lingerMs: number,
): void {
  response.writeHead(status, cookies ? withCookies(headers, cookies) : headers);
  if (body !== null && typeof body !== "string") {
    pump(response, body).catch((error: unknown) => log.error({ err: error }, "a streamed answer broke off"));
    return;
  }
  if (incoming.complete || !announcesBody(incoming)) {
    response.end(body);
    return;
  }
  // Answered before the body was read. To close now would break the connection under the caller's hands, who
  // would never see the answer: so it is sent, and the end waits until the caller has finished.
  if (body !== null) response.write(body);
  lingerUntilSent(incoming, lingerMs, () => {
    // What still comes then belongs to no call: nothing can follow on this connection.
    response.end(incoming.complete ? undefined : () => incoming.socket.destroySoon());
  });
}

function withCookies(headers: Answer["headers"], cookies: readonly string[]): OutgoingHttpHeaders {
  const { "set-cookie": first } = headers;
  return { ...headers, "set-cookie": first === undefined ? [...cookies] : [first, ...cookies] };
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function lingerUntilSent(incoming: IncomingMessage, lingerMs: number, done: () => void): void {
  let received = 0;
  const finish = () => {
    cancelTimer();
    incoming.off("data", count).off("end", finish).off("close", finish);
    done();
  };
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > LINGER_BYTES) finish();
  };
  const cancelTimer = clock.setTimer(lingerMs, finish);
  incoming.on("data", count).once("end", finish).once("close", finish).resume();
}
