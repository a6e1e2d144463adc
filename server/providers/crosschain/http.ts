import { boundedText, TooLong } from "@/server/lib/bounded-text";
import { clock } from "@/server/lib/clock";
import { BridgeFault } from "@/server/providers/crosschain/provider";

/** Patience with one answer (XC-05). */
export const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

export interface BridgeApi {
  url: string;
  /** Null where the provider needs none. */
  key: string | null;
  timeoutMs?: number;
}

/** An answer of a provider: its status and its parsed body. */
export interface Answer {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
}

/**
 * Asks a provider and returns what it says with a status below 500. Throws `BridgeFault` for every other, a redirect, a
 * body that is too large or no JSON, and when the time is over.
 */
export async function ask(
  url: string,
  init: { method: "GET" | "POST"; headers: Record<string, string>; body?: unknown },
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const signal = clock.deadline(timeoutMs);
  try {
    const response = await fetch(url, {
      method: init.method,
      headers: {
        accept: "application/json",
        ...(init.body === undefined ? {} : { "content-type": "application/json" }),
        ...init.headers,
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      redirect: "manual",
      signal,
    });
    const retryAfterMs = retryAfterOf(response.headers);
    if (response.status === 429) {
      await response.body?.cancel();
      throw new BridgeFault("status 429", { isQuota: true, retryAfterMs });
    }
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new BridgeFault(`status ${response.status}`);
    }
    const body: unknown = JSON.parse(await boundedText(response, MAX_BYTES));
    return { status: response.status, body, retryAfterMs };
  } catch (cause) {
    if (cause instanceof BridgeFault) throw cause;
    if (cause instanceof TooLong) throw new BridgeFault(cause.message);
    if (signal.aborted) throw new BridgeFault(`nothing within ${timeoutMs} ms`);
    if (cause instanceof SyntaxError) throw new BridgeFault("not JSON");
    throw new BridgeFault("connection failed");
  }
}

function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get("ratelimit-reset") ?? headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
