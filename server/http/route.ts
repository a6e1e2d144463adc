import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { z } from "zod";
import { WaitsForApproval } from "@/server/approvals/require-approval";
import { askForApproval, WAITS } from "@/server/auth/approvals/ask";
import { Approval } from "@/server/auth/approvals/schema";
import { askToConfirmPayment, requireStepUp, STEP_UP_HEADER } from "@/server/auth/step-up/require-step-up";
import { type App, app } from "@/server/boot";
import type { Caller, Ctx, IdempotencyClaim } from "@/server/context";
import { ApiError } from "@/server/errors";
import { admit, admitStill, credentialHeaders } from "@/server/http/admit";
import { errorBody, errorHeaders, toldError } from "@/server/http/error-body";
import { type Handler, handlerOf, type Segments } from "@/server/http/handler";
import { impliedErrors } from "@/server/http/implied-errors";
import { type FindMisplaced, misplacedKeysOf } from "@/server/http/misplaced-keys";
import { mustSee, wroteCookie } from "@/server/http/must-see";
import { parseCall, type Target, targetOf } from "@/server/http/parse-call";
import { READ_AT_REPLICA } from "@/server/http/read-at-replica";
import { readJsonBody } from "@/server/http/read-body";
import { type Answer, fileAnswer, jsonAnswer } from "@/server/http/respond";
import type { Call, RouteDef, Schema } from "@/server/http/route-def";
import { spanOfCall, traceOf } from "@/server/http/traced-call";
import { clock } from "@/server/lib/clock";
import { isDatabaseAway } from "@/server/lib/database/away";
import { Download } from "@/server/lib/downloads/download";
import { findAnswer, IdempotentReplay } from "@/server/lib/idempotency";
import { plainLogger } from "@/server/lib/logging/log";
import { newUuid } from "@/server/lib/random";
import type { ReceivedRequest } from "@/server/lib/received";
import type { TraceContext } from "@/server/lib/tracing/traceparent";
import { TooSlow, withinTime } from "@/server/lib/within-time";
import { ConfirmationNeeded } from "@/server/platforms/step-up";
import { noteCall } from "@/server/request-log/note-call";
import { loggedPath } from "@/server/request-log/path";

type ErasedVerb = (call: Call<Schema, Schema, Schema>) => unknown;

/** A definition with what was worked out from it once. */
interface Prepared {
  def: RouteDef;
  verb: ErasedVerb;
  findMisplaced: FindMisplaced | null;
}

export type Route = Handler & { def: RouteDef };

const TIMEOUT_MS = 30_000;
const SLOW_RETRY_SECONDS = 5;
/** How often, and how far apart, it is looked up whether a call was stored whose commit nobody has confirmed. */
const LOOK_UPS = 12;
const LOOK_UP_MS = 500;

/**
 * Makes a route handler out of a definition and a verb: authenticates, parses, calls, serialises, logs one
 * line and maps errors. Works on web `Request`/`Response` alone, so that both front doors share it.
 */
export function route<
  Returns extends Schema | undefined,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  def: RouteDef<Params, Query, Body, Returns>,
  verb: (
    call: Call<Params, Query, Body>,
  ) =>
    | Promise<Returns extends Schema ? z.input<Returns> : unknown>
    | (Returns extends Schema ? z.input<Returns> : unknown),
): Route {
  // Inside, the schemas are only known as schemas; `perform` hands the verb exactly what they parsed.
  const erasedDef = def as RouteDef;
  const prepared: Prepared = {
    def: erasedDef,
    verb: verb as unknown as ErasedVerb,
    findMisplaced: def.body && !def.takesKeysAnywhere ? misplacedKeysOf(def.body, def.query) : null,
  };
  const handler = handlerOf((request, segments, peer) =>
    answerCall(prepared, {
      request,
      segments,
      peer,
      target: targetOf(request.url),
      requestId: newUuid(),
    }),
  );
  return Object.assign(handler, { def: erasedDef });
}

async function answerCall(prepared: Prepared, call: Received): Promise<Answer> {
  const { def } = prepared;
  const started = clock.elapsedMs();
  const current = app();
  call.trace = traceOf(current, call.requestId);
  let failure: unknown;
  let outcome: Performed;
  try {
    outcome = await withinTime(
      TIMEOUT_MS + 1_000 * (def.waitsSeconds ?? 0),
      perform(prepared, current, call),
    );
  } catch (error) {
    failure = error instanceof TooSlow ? tooSlow() : toldError(error);
    refuseUndeclared(failure, def, current);
    outcome = { ...errorBody(failure, def.validation ?? "issues"), replayed: false };
  }
  const ms = clock.elapsedMs() - started;
  logCall(current, call, { def, status: outcome.status, failure, ms });
  if (call.trace)
    current.tracer?.record(
      spanOfCall(call, call.trace, { def, status: outcome.status, ms, endedAt: current.now() }),
    );
  const headers = headersOf(current, call, failure, waitingHeader(def, outcome));
  const answer =
    outcome.body instanceof Download
      ? fileAnswer(call.request, outcome.body, { requestId: call.requestId, headers })
      : jsonAnswer(call.request, { ...outcome, requestId: call.requestId, headers });
  const wrote = wroteCookie(current, call.caller, call.request);
  return wrote === null ? answer : { ...answer, cookies: [wrote] };
}

/** Says of an answer that nothing was done: the change waits for the approval with this ID. */
function waitingHeader(def: RouteDef, { status, body }: Performed): Record<string, string> | undefined {
  if (!def.waitsForApproval || status !== WAITS) return undefined;
  return { "x-approval-id": Approval.parse(body).id };
}

/** Headers of this answer alone; undefined on the ordinary one. */
function headersOf(
  current: App,
  call: Received,
  failure: unknown,
  ofWaiting: Record<string, string> | undefined,
): Record<string, string> | undefined {
  const ofError = failure === undefined ? undefined : errorHeaders(failure);
  const ofOrigin = credentialHeaders(current, call.request);
  if (!ofError && !ofOrigin && !ofWaiting && call.cookie === undefined) return undefined;
  const cookie: Record<string, string> = call.cookie === undefined ? {} : { "set-cookie": call.cookie };
  return { ...ofError, ...ofOrigin, ...ofWaiting, ...cookie };
}

/** One call on its way through. */
interface Received {
  request: ReceivedRequest;
  segments: Segments;
  target: Target;
  requestId: string;
  peer: string | undefined;
  /** Known once the credentials were. */
  caller?: Caller;
  cookie?: string;
  /** Where calls are traced. */
  trace?: TraceContext | undefined;
}

interface Performed {
  status: number;
  body: unknown;
  replayed: boolean;
}

async function perform(prepared: Prepared, current: App, call: Received): Promise<Performed> {
  const { def, verb } = prepared;
  const { request, requestId } = call;
  const admission = admit(current, def, request, call.peer);
  const { caller, setCookie } = admission instanceof Promise ? await admission : admission;
  call.caller = caller;
  call.cookie = setCookie;
  const raw = def.body ? await readJsonBody(request) : null;
  const { params, query, body } = parseCall(def, prepared.findMisplaced, { ...call, json: raw?.json });
  const idempotency = def.idempotent ? claimOf(call, raw?.bytes, caller, def.status) : null;
  const reads = READ_AT_REPLICA.has(def.operationId) ? mustSee(current, caller, request) : undefined;
  const ofCaller = current.context(caller, { requestId, idempotency, parent: call.trace, reads });

  // Before a proof is asked for: what was done already needs none, and what is malformed costs none.
  const stored = idempotency ? await replay(ofCaller, def, idempotency) : null;
  if (stored) return { ...stored, replayed: true };
  const received = { operationId: def.operationId, method: request.method, target: call.target };
  const proof = request.headers.get(STEP_UP_HEADER);
  const asked = { ...received, bytes: raw?.bytes };
  const confirmed = requireStepUp(ofCaller, asked, proof, { params, body });
  const ctx = confirmed instanceof Promise ? await confirmed : confirmed;
  try {
    const answer = await verb({
      ctx,
      params,
      query,
      body,
      request,
      setCookie: (cookie) => {
        call.cookie = cookie;
      },
      stillAllowed: () => admitStill(current, def, request, call.peer, caller.platformId),
    });
    if (idempotency && !idempotency.remembered) {
      throw new Error(`${def.operationId} is declared idempotent but did not remember its answer`);
    }
    return { status: def.status, body: def.returns ? def.returns.parse(answer) : answer, replayed: false };
  } catch (error) {
    if (error instanceof WaitsForApproval && def.waitsForApproval) {
      const approval = await askForApproval(ctx, def.operationId, error);
      return { status: WAITS, body: Approval.parse(approval), replayed: false };
    }
    if (error instanceof ConfirmationNeeded) throw await askToConfirmPayment(ctx, asked, { params, body });
    if (idempotency && isDatabaseAway(error)) return await lookUp(ctx, def, idempotency, error);
    // A call with this key may have won: it has the key, or the one thing that this call found taken.
    if (!idempotency || !(error instanceof IdempotentReplay || error instanceof ApiError)) throw error;
    const winner = await replay(ctx, def, idempotency);
    if (!winner) throw error;
    return { ...winner, replayed: true };
  }
}

/**
 * What became of a call whose connection was lost: its commit may have been done, and nobody has said so. The answer that
 * is stored with it says it, once the database is back; the call is never done again here. Throws the error of the call
 * where nothing was stored, or the database stays away.
 */
async function lookUp(ctx: Ctx, def: RouteDef, claim: IdempotencyClaim, lost: unknown): Promise<Performed> {
  for (let time = 1; time <= LOOK_UPS; time++) {
    await clock.wait(LOOK_UP_MS);
    try {
      const stored = await replay(ctx, def, claim);
      if (!stored) break;
      // To whoever called, this is the first answer.
      return { ...stored, replayed: false };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }
  throw lost;
}

/** One per app, made on first use. */
const callLogs = new WeakMap<App, Logger>();

function callLogOf(current: App): Logger {
  const known = callLogs.get(current) ?? plainLogger(current.log);
  callLogs.set(current, known);
  return known;
}

function claimOf(
  { request, target }: Received,
  bytes: Uint8Array | undefined,
  caller: Caller,
  status: number,
): IdempotencyClaim | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ApiError("validation_failed", "Idempotency-Key must be 1 to 255 visible ASCII characters");
  }
  const hash = createHash("sha256")
    .update(`${request.method} ${target.path}${target.search}\n`)
    .update(`${caller.clientId?.publicId ?? ""}\n`)
    // A session acts for several orchestrators, and a client ID alone or in a pair.
    .update(caller.orchestratorId === null ? "" : `${caller.orchestratorId}\n`)
    .update(bytes ?? new Uint8Array())
    .digest("hex");
  // A member's session acts in several accounts, one after the other.
  const scope =
    caller.personId === null ? caller.credentialId : `${caller.credentialId} ${caller.platformId}`;
  return { scope, key, requestHash: `0x${hash}`, status, remembered: false };
}

async function replay(
  ctx: Ctx,
  def: RouteDef,
  claim: IdempotencyClaim,
): Promise<{ status: number; body: unknown } | null> {
  const stored = await findAnswer(ctx, claim);
  if (!stored) return null;
  if (stored.requestHash !== claim.requestHash) {
    throw new ApiError("idempotency_key_reused", "Idempotency-Key was used with another request");
  }
  // Stored as the verb gave it; what the endpoint shows of it is decided here, the second time as the first.
  const returns = def.waitsForApproval && stored.status === WAITS ? Approval : def.returns;
  return { status: stored.status, body: returns ? returns.parse(stored.answer) : stored.answer };
}

function tooSlow(): ApiError {
  return new ApiError("unavailable", "The call took too long; it is safe to retry", {
    retryAfterSeconds: SLOW_RETRY_SECONDS,
  });
}

/** A code the definition does not list would make the published description a lie. */
function refuseUndeclared(error: unknown, def: RouteDef, current: App): void {
  // A call can be too slow anywhere; like a 500, that is no property of the endpoint.
  if (!(error instanceof ApiError) || error.code === "unavailable") return;
  // Nor is it one that an account was disabled.
  if (error.code === "account_disabled" && def.auth.length > 0) return;
  if (impliedErrors(def).includes(error.code) || def.errors.includes(error.code)) return;
  current.log.error({ operation: def.operationId, code: error.code }, "undeclared error code");
  if (current.config.refuseUndeclaredErrors) {
    throw new Error(`${def.operationId} threw ${error.code} without declaring it`, { cause: error });
  }
}

function logCall(
  current: App,
  call: Received,
  done: { def: RouteDef; status: number; failure: unknown; ms: number },
): void {
  const { def, status, failure, ms } = done;
  const { request, target, requestId, caller } = call;
  current.metrics.httpDuration.observe({ method: request.method, path: def.operationId, status }, ms / 1000);
  const line = {
    requestId,
    method: request.method,
    path: loggedPath(target.path, call.segments.token ?? call.segments.link, call.segments.clientUserId),
    operation: def.operationId,
    status,
    ms: Math.round(ms * 10) / 10,
    platformId: caller?.platformId,
    credential: caller?.credentialId,
    code: failure instanceof ApiError ? failure.code : undefined,
  };
  if (caller && !def.isBackground && !def.isUnlogged && current.config.requestLogDays > 0) {
    noteCall(current.requestLog, caller, () => ({
      method: request.method,
      path: target.path,
      token: call.segments.token ?? call.segments.link,
      personal: call.segments.clientUserId,
      operation: def.operationId,
      status,
      ms,
      requestId,
      at: current.now(),
    }));
  }
  if (status >= 500) current.log.error({ ...line, err: failure }, "call failed");
  else callLogOf(current).info(line, "call");
}
