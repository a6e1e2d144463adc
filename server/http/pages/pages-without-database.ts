import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "@/server/errors";
import { errorHeaders, toldError } from "@/server/http/error-body";
import { isDatabaseAway } from "@/server/lib/database/away";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The page that says "come again" to a reader: its HTML, in the reader's language. */
export type AwayPage = (request: IncomingMessage, retryAfterSeconds: number) => Promise<string>;

interface Visit {
  /** What failed because the database was away; null while nothing did. */
  failure: unknown;
}

// Next bundles its pages apart from the front door; both must mean the same visits.
const shared: typeof globalThis & { __quittanceVisits?: AsyncLocalStorage<Visit> } = globalThis;
shared.__quittanceVisits ??= new AsyncLocalStorage();
const visits = shared.__quittanceVisits;

/** Notes what broke the page that is being rendered. For `instrumentation.next.ts`, which Next tells. */
export function noteFailure(error: unknown): void {
  const visit = visits.getStore();
  if (visit && isDatabaseAway(error)) visit.failure = error;
}

/**
 * Pages that could not be rendered because the database is away: 503 with `Retry-After` and `away` in place of the 500
 * that Next answers. All others pass as they are.
 */
export function pagesWithoutDatabase(pages: Listener, away: AwayPage): Listener {
  return (request, response) => {
    const visit: Visit = { failure: null };
    replaceBroken(response, visit, () => away(request, retryAfter(visit.failure)));
    return visits.run(visit, () => pages(request, response));
  };
}

/** Everything that Next writes after a head of 500 is dropped, and the page of `render` is sent. */
function replaceBroken(response: ServerResponse, visit: Visit, render: () => Promise<string>): void {
  const original = {
    writeHead: response.writeHead,
    flushHeaders: response.flushHeaders,
    write: response.write,
    end: response.end,
  };
  let isReplaced = false;
  const isBroken = (status: number) => status === 500 && visit.failure !== null && !response.headersSent;
  const replace = () => {
    isReplaced = true;
    const send = (body: string) => {
      Object.assign(response, original);
      for (const name of response.getHeaderNames()) {
        if (name !== "x-request-id") response.removeHeader(name);
      }
      response.writeHead(503, {
        ...errorHeaders(visit.failure),
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      response.end(response.req.method === "HEAD" ? undefined : body);
    };
    // Without a text the status alone says enough.
    render().then(send, () => send(""));
  };
  const takesOver = (status = response.statusCode) => {
    if (!isReplaced && isBroken(status)) replace();
    return isReplaced;
  };
  Object.assign(response, {
    writeHead: (...args: [number]) =>
      takesOver(args[0]) ? response : Reflect.apply(original.writeHead, response, args),
    flushHeaders: () => void (takesOver() || Reflect.apply(original.flushHeaders, response, [])),
    write: (...args: unknown[]) => {
      if (!takesOver()) return Reflect.apply(original.write, response, args);
      callbackOf(args)?.();
      return true;
    },
    end: (...args: unknown[]) => (takesOver() ? response : Reflect.apply(original.end, response, args)),
  });
}

function callbackOf(args: readonly unknown[]): (() => void) | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (last as () => void) : undefined;
}

function retryAfter(failure: unknown): number {
  const told = toldError(failure);
  return (told instanceof ApiError ? told.retryAfterSeconds : null) ?? 1;
}
