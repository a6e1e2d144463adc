import type { StepUpAsked } from "@/server/auth/step-up/schema";
import { ApiFailure, readFailure, WAITS_WORDS } from "./api-failure";

const UNREACHABLE = "The service cannot be reached. Check your connection, then try again.";

const CUT_OFF = "The answer of the service did not arrive whole. Check your connection, then try again.";

/** In `x-error-code`, of a refusal that another role would not have met. */
const ROLE_MISSING = "role_missing";
/** The same, of a change that the person has to confirm with a fresh proof; `stepUp` of the body says how. */
const STEP_UP_REQUIRED = "step_up_required";
const STEP_UP_HEADER = "x-step-up";

/** Of an answer that says that nothing was done yet: the change waits for the approval with this ID. */
const APPROVAL_ID = "x-approval-id";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface CallOptions {
  body?: unknown;
  /** Extra headers, as `x-client-id` to select a scope. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls the API as the signed-in merchant. Answers the body. Throws `ApiFailure`. */
export type Api = <Answer>(
  method: Method,
  path: `/v1/${string}` | `/v2/${string}`,
  options?: CallOptions,
) => Promise<Answer>;

interface ApiHooks {
  apiBase: string;
  authBase: string;
  /** True while the session is known to have ended: a change is then not even sent. */
  isEnded: () => boolean;
  /** Aborted from the moment the merchant signs out: from then on nothing is read in their name. */
  leaving?: () => AbortSignal;
  /** After each answer that shows the session to be alive. */
  onAlive: () => void;
  /**
   * The session has ended. Resolves true once the same merchant is signed in again, false when they would
   * rather not; reading calls do not wait for it.
   */
  onEnded: (isChange: boolean) => Promise<boolean>;
  /** The role of whoever is signed in does not have what was asked for: it is not the one that the page knows. */
  onRoleMissing?: () => void;
  /** The service wants a change confirmed. Resolves true once it is proven, false when the merchant would rather not. */
  onStepUp?: (asked: StepUpAsked) => Promise<boolean>;
}

/**
 * One typed client for every screen. A change that meets an ended session waits for the merchant to sign in
 * again and is then made: a 401 says that nothing was done. One that has to be confirmed waits for that in the same way.
 */
export function createApi(hooks: ApiHooks): Api {
  const { apiBase, authBase, isEnded, leaving, onAlive, onEnded, onRoleMissing, onStepUp } = hooks;
  return async function call<Answer>(
    method: Method,
    path: `/v1/${string}` | `/v2/${string}`,
    options: CallOptions = {},
  ): Promise<Answer> {
    const url = `${path.startsWith("/v1/") ? authBase : apiBase}${path}`;
    const isChange = method !== "GET";
    // A change that is on its way is finished; what is only read would meet the end of the session.
    const signal = isChange ? options.signal : untilLeaving(leaving?.(), options.signal);
    if (isChange && isEnded() && !(await onEnded(true))) throw readFailure(401, null, null);
    let proof: Record<string, string> = {};
    for (;;) {
      signal?.throwIfAborted();
      const headers = { ...options.headers, ...proof };
      const response = await send(url, method, { ...options, headers, ...(signal ? { signal } : {}) });
      if (response.ok) {
        onAlive();
        if (response.headers.has(APPROVAL_ID)) throw waitsForApproval(response);
        return answerOf<Answer>(response);
      }
      const body: unknown = await response.json().catch(() => null);
      const failure = readFailure(response.status, body, response.headers.get("x-request-id"));
      const code = response.headers.get("x-error-code");
      if (code === ROLE_MISSING) onRoleMissing?.();
      if (code === STEP_UP_REQUIRED && onStepUp) {
        const asked = askedIn(body);
        if (!(await onStepUp(asked))) throw notConfirmed(failure);
        proof = { [STEP_UP_HEADER]: asked.id };
        continue;
      }
      // Whoever signs out is not asked to sign in again.
      if (failure.status !== 401 || leaving?.().aborted) throw failure;
      if (!(await onEnded(isChange))) throw failure;
    }
  };
}

function untilLeaving(
  leaving: AbortSignal | undefined,
  own: AbortSignal | undefined,
): AbortSignal | undefined {
  return leaving && own ? AbortSignal.any([leaving, own]) : (leaving ?? own);
}

/** A change that waits was not made, so whoever wanted to make it does not go on as if it were. */
function waitsForApproval({ status, headers }: Response): ApiFailure {
  return new ApiFailure(status, WAITS_WORDS, {}, headers.get("x-request-id"), "approval_needed");
}

async function send(url: string, method: Method, { body, headers, signal }: CallOptions): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      credentials: "include",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error(UNREACHABLE, { cause: error });
  }
}

/** Our own API says what it wants to have confirmed, as its schema has it. */
function askedIn(body: unknown): StepUpAsked {
  return (body as { stepUp: StepUpAsked }).stepUp;
}

function notConfirmed({ status, requestId }: ApiFailure): ApiFailure {
  return new ApiFailure(status, "You did not confirm this. Nothing was changed.", {}, requestId);
}

/** Our own API on our own origin: its answers are held to its schemas before they are sent. */
async function answerOf<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    throw new Error(CUT_OFF, { cause: error });
  }
}
