import { fieldsOf, messageOf, type Received, readAnswer } from "@/sdk/client/answer";
import { type Credentials, credentialHeaders } from "@/sdk/client/credentials";
import type { Environment } from "@/sdk/client/environment";
import {
  errorOfStatus,
  type NoAnswer,
  NoAnswerError,
  PermissionError,
  type QuittanceError,
} from "@/sdk/client/errors";
import type { Call, CallOptions } from "@/sdk/client/operation";
import { isRepeatable, isTriedAgain, pauseOf, retryAfterMs } from "@/sdk/client/retry";
import { KEYED_OPERATIONS } from "@/sdk/generated/keyed-operations";

/** How a client calls. */
export interface Settings {
  /** Where the service is, `https://pay.example`. */
  baseUrl: string;
  credentials: Credentials;
  /** The most that one attempt takes, ms, its answer included. */
  timeoutMs: number;
  /** Attempts after the first. */
  maxRetries: number;
  /** The longest pause that is made because the service asks for it, ms; above it the error is thrown at once. */
  maxPauseMs: number;
  environment: Environment;
}

/** A call without its types. */
interface Untyped extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** One attempt: what was answered, or why nothing counts. */
type Outcome = { received: Received } | { lost: NoAnswer; cause: unknown };

/**
 * Makes the calls of a client. Each has one `Idempotency-Key` over all its attempts where the operation takes one, so that it
 * creates once, however often its answer is lost. Throws a `QuittanceError`, or the reason of the caller's signal.
 */
export function createCall(settings: Settings): Call {
  const call = (method: string, path: string, input: Untyped = {}) => callOnce(settings, method, path, input);
  // The types of each operation are those of the description; at run time all calls are alike.
  return call as Call;
}

async function callOnce(settings: Settings, method: string, path: string, input: Untyped): Promise<unknown> {
  const { environment, maxRetries, maxPauseMs } = settings;
  const key = keyOf(environment, method, path, input.idempotencyKey);
  const repeatable = isRepeatable(method, key);
  const url = urlOf(settings.baseUrl, path, input);
  const init = requestOf(settings, method, key, input);
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOf(environment, url, init, {
      signal: input.signal,
      timeoutMs: input.timeoutMs ?? settings.timeoutMs,
    });
    if ("received" in outcome && isSuccess(outcome.received)) {
      // Nothing was done, so it is no answer of the operation.
      if (outcome.received.headers.has("x-approval-id")) throw waitsFor(outcome.received, key);
      return outcome.received.body;
    }
    const asked = askedPause(outcome, environment.now());
    const again = canBeTried(outcome, repeatable) && attempt < maxRetries && (asked ?? 0) <= maxPauseMs;
    if (!again) throw errorOf(outcome, key);
    await environment.sleep(pauseOf(attempt, asked, environment.random()), input.signal);
  }
}

/** The caller's key, or a new one where the operation takes one. */
function keyOf(
  { newKey }: Environment,
  method: string,
  path: string,
  own: string | undefined,
): string | null {
  const isKeyed = KEYED_OPERATIONS.includes(`${method.toUpperCase()} ${path}`);
  // Sent to another operation it would promise what the service does not keep.
  return isKeyed ? (own ?? newKey()) : null;
}

function urlOf(baseUrl: string, path: string, { params = {}, query = {} }: Untyped): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return `${baseUrl.replace(/\/+$/, "")}${filled}${search && `?${search}`}`;
}

/** A part of a path. Empty or a dot it would be a path of its own, which is another operation. */
function segmentOf(name: string, value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} is missing`);
  return encodeURIComponent(text);
}

function requestOf(settings: Settings, method: string, key: string | null, input: Untyped): RequestInit {
  const { body, clientId, orchestratorId } = input;
  const scope = { clientId, orchestratorId };
  return {
    method: method.toUpperCase(),
    headers: {
      accept: "application/json",
      ...credentialHeaders(settings.credentials, scope),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === null ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The service redirects nobody: whoever does would be told the key, and answers in its place.
    redirect: "manual",
  };
}

async function attemptOf(
  { fetch }: Environment,
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Outcome> {
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener("abort", stop, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  try {
    return { received: await readAnswer(await fetch(url, { ...init, signal: controller.signal })) };
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    return { lost: isLate ? "timed_out" : "connection_lost", cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function isSuccess({ status, isReadable }: Received): boolean {
  return status >= 200 && status < 300 && isReadable;
}

/** An answer that cannot be read is one that was lost: what it was to tell may have been done. */
function canBeTried(outcome: Outcome, repeatable: boolean): boolean {
  if ("lost" in outcome) return repeatable;
  const { status } = outcome.received;
  return isTriedAgain(status, repeatable) || (isGarbled(outcome.received) && repeatable);
}

/** A success that cannot be read, or a redirect. */
function isGarbled({ status }: Received): boolean {
  return status < 400;
}

function askedPause(outcome: Outcome, now: number): number | null {
  return "lost" in outcome ? null : retryAfterMs(outcome.received.headers.get("retry-after"), now);
}

function errorOf(outcome: Outcome, idempotencyKey: string | null): QuittanceError {
  if ("lost" in outcome) {
    const words =
      outcome.lost === "timed_out" ? "The service did not answer in time" : "The connection was lost";
    return new NoAnswerError(words, noAnswer(outcome.lost, null, idempotencyKey), { cause: outcome.cause });
  }
  const { status, headers, body } = outcome.received;
  const requestId = headers.get("x-request-id");
  if (isGarbled(outcome.received)) {
    const failure = noAnswer("unreadable_answer", requestId, idempotencyKey);
    return new NoAnswerError(`The answer (${status}) is none of the service`, failure);
  }
  const code = headers.get("x-error-code") ?? "unknown";
  const fields = fieldsOf(body);
  return errorOfStatus(messageOf(status, body), { status, code, requestId, fields, idempotencyKey, body });
}

/** What a session asked for waits for a second person of its account; `body` is the approval. */
function waitsFor({ status, headers, body }: Received, idempotencyKey: string | null): QuittanceError {
  return new PermissionError("This waits for the approval of a second person", {
    status,
    code: "approval_needed",
    requestId: headers.get("x-request-id"),
    fields: [],
    idempotencyKey,
    body,
  });
}

function noAnswer(code: NoAnswer, requestId: string | null, idempotencyKey: string | null) {
  return { status: null, code, requestId, fields: [], idempotencyKey, body: undefined };
}
