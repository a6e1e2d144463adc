import { setTimeout as delay } from "node:timers/promises";
import { deliveryHeaders } from "@/server/webhooks/sending/sign";
import type { PulledEvent } from "./follow-events";

/** Where events go, and how they are signed. */
export interface Target {
  url: string;
  /** What webhooks are checked with there. */
  secret: string;
  /** What the names of headers begin with, `x-service-` unless the service has another name. */
  headerPrefix: string;
}

/** One attempt: the status that was answered, or why there was none. */
export interface Attempt {
  status: number | null;
  problem: string | null;
  ms: number;
  retryCount: number;
}

const TIMEOUT_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends an event as a webhook of the service would: the same body, signed, under its own ID as the delivery. An answer ends it,
 * whatever its status; without one it is sent again after 1, 2, 4 … 30 seconds, so that nothing is lost while the program that
 * is told starts anew. Each attempt is reported. Resolves with whether there was an answer before the signal ended it.
 */
export async function forwardEvent(
  target: Target,
  event: PulledEvent,
  report: (attempt: Attempt) => void,
  signal: AbortSignal,
): Promise<boolean> {
  for (let retryCount = 0; !signal.aborted; retryCount++) {
    const attempt = await send(target, event, retryCount, signal);
    if (signal.aborted && attempt.status === null) break;
    report(attempt);
    if (attempt.status !== null) return true;
    const pause = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** retryCount);
    await delay(pause, undefined, { signal }).catch(() => {});
  }
  return false;
}

async function send(
  { url, secret, headerPrefix }: Target,
  { id, body: told }: PulledEvent,
  retryCount: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const body = Buffer.from(JSON.stringify(told));
  const { "content-length": _, ...headers } = deliveryHeaders(headerPrefix, {
    ...{ deliveryId: id, body, retryCount, isTest: false },
    ...{ sentAt: new Date(), secret, previousSecret: null },
  });
  const from = performance.now();
  const took = () => Math.round(performance.now() - from);
  try {
    const response = await fetch(url, {
      ...{ method: "POST", headers, body },
      // Whoever is told is who was named.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
    });
    await response.body?.cancel();
    return { status: response.status, problem: null, ms: took(), retryCount };
  } catch (error) {
    return { status: null, problem: problemOf(error), ms: took(), retryCount };
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}
