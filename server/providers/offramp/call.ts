import { z } from "zod";
import { boundedText, TooLong } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";
import { OfframpRefused, OfframpUnavailable } from "@/server/providers/offramp/provider";

/** Most that is read of an answer. */
const MAX_BYTES = 256 * 1_024;
/** Calls in all, the first among them; each POST keeps its idempotency key. */
const TRIES = 3;
/** A provider that wants to be left alone for longer is asked another time. */
const LONGEST_WAIT_MS = 2_000;

export interface CallSettings {
  url: string;
  key: string;
  timeoutMs: number;
}

export interface ProviderCall {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  /** Of a POST: the same call has the same key. */
  idempotencyKey?: string;
}

const ErrorBody = z.looseObject({
  code: z.string().max(100).optional(),
  source: z.looseObject({ key: z.unknown() }).optional(),
});

/** An answer of the provider: its status and body, parsed. */
export interface ProviderAnswer {
  status: number;
  body: unknown;
}

/**
 * Asks the provider, again after 429, 5xx and broken connections. Answers of 2xx and 4xx come back; everything else,
 * also an answer that is no JSON, throws `OfframpUnavailable`. What was sent and what came stays out of every message.
 */
export async function askProvider(settings: CallSettings, call: ProviderCall): Promise<ProviderAnswer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await oneCall(settings, call);
    if ("status" in outcome) return outcome;
    if (attempt === TRIES || outcome.waitMs > LONGEST_WAIT_MS) throw outcome.error;
    await clock.wait(outcome.waitMs);
  }
}

async function oneCall(
  { url, key, timeoutMs }: CallSettings,
  { method, path, body: sent, idempotencyKey }: ProviderCall,
): Promise<ProviderAnswer | { error: OfframpUnavailable; waitMs: number }> {
  const where = `${method} ${path.replace(/\/[^/]*\d[^/]*/g, "/…")}`;
  const again = (reason: string, waitMs = 100) => ({
    error: new OfframpUnavailable(`${where}: ${reason}`),
    waitMs,
  });
  const signal = clock.deadline(timeoutMs);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        accept: "application/json",
        "api-key": key,
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      // The key must not travel to another host.
      redirect: "manual",
      signal,
    });
    const text = await boundedText(response, MAX_BYTES);
    if (response.status === 429 || response.status >= 500) {
      return again(`status ${response.status}`, retryAfterMs(response));
    }
    if (response.status >= 300 && response.status < 400) return again("a redirect", LONGEST_WAIT_MS + 1);
    // What was deleted may be answered with nothing.
    const body = method === "DELETE" && text === "" ? null : JSON.parse(text);
    return { status: response.status, body };
  } catch (error) {
    // A second call would only take as long again.
    if (signal.aborted) return again(`nothing within ${timeoutMs} ms`, LONGEST_WAIT_MS + 1);
    if (error instanceof SyntaxError) return again("not JSON");
    if (error instanceof TooLong) return again(error.message, LONGEST_WAIT_MS + 1);
    return again("connection failed");
  }
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : 200;
}

/** The body of a 2xx in its shape. Throws `OfframpRefused` for a 4xx and `OfframpUnavailable` for another shape. */
export function expectBody<S extends z.ZodType>(answer: ProviderAnswer, schema: S): z.output<S> {
  if (answer.status >= 400) throw refusal(answer);
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new OfframpUnavailable(`an answer in another form: ${fields}`);
  }
  return parsed.data;
}

/** Codes and names of fields only: messages of providers repeat what they were told. */
export function refusal({ status, body }: ProviderAnswer): OfframpRefused | OfframpUnavailable {
  // Our own key is wrong: nothing the platform could mend.
  if (status === 401 || status === 403) return new OfframpUnavailable(`status ${status}`);
  const parsed = ErrorBody.safeParse(body);
  const key = parsed.data?.source?.key;
  return new OfframpRefused(parsed.data?.code ?? `status_${status}`, fieldOf(key));
}

/** Of `{"account.routing_number": "…"}` or a bare name: the name. */
function fieldOf(key: unknown): string | null {
  const name = typeof key === "string" ? key : Object.keys(typeof key === "object" && key ? key : {})[0];
  return name !== undefined && /^[\w.]{1,100}$/.test(name) ? name : null;
}
