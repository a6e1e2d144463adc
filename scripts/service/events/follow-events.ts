import { setTimeout as delay } from "node:timers/promises";
import { type Answer, NoAnswerError, type Quittance, RateLimitError, ServiceError } from "@/sdk/index";

/** An event as the service tells it. */
export type PulledEvent = Answer<"get", "/v2/events">["events"][number];

/** What a listener is told, in order. */
export type Told =
  | { kind: "event"; event: PulledEvent; epoch: string }
  /** All up to this number were told, those of others included. */
  | { kind: "position"; sequence: number; epoch: string }
  /** The database was restored: numbers are given again, so all is told from the first event. */
  | { kind: "restored" }
  /** The service does not answer; it is asked again after a pause. */
  | { kind: "away"; reason: string };

/** The most that a call waits for an event, seconds. */
const WAIT_S = 30;
const PAUSE_MS = 3_000;

/**
 * Events of the account after a number, as they happen and none left out, until the signal ends it. `epoch` is that of the
 * number; null for one that comes from no earlier answer. Throws what the service refuses, as a key that is not valid.
 */
export async function* followEvents(
  client: Quittance,
  from: { sequence: number; epoch: string | null },
  signal: AbortSignal,
): AsyncGenerator<Told> {
  let { sequence, epoch } = from;
  // The first call does not wait: whether the database was restored meanwhile is known at once.
  let wait = 0;
  while (!signal.aborted) {
    const page = await readPage(client, { after: sequence, wait }, signal);
    if (page === "ended") return;
    if ("reason" in page) {
      yield { kind: "away", reason: page.reason };
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
      continue;
    }
    if (epoch !== null && page.epoch !== epoch) {
      yield { kind: "restored" };
      [sequence, epoch] = [0, page.epoch];
      continue;
    }
    epoch = page.epoch;
    wait = WAIT_S;
    for (const event of page.events) {
      yield { kind: "event", event, epoch };
      if (signal.aborted) return;
    }
    if (page.next !== sequence) yield { kind: "position", sequence: page.next, epoch };
    sequence = page.next;
  }
}

/** The number of the last event that there is, and its epoch. */
export async function lastEvent(client: Quittance, signal: AbortSignal) {
  const { next, epoch } = await client.events.read({ after: Number.MAX_SAFE_INTEGER, limit: 1 }, { signal });
  return { sequence: next, epoch };
}

async function readPage(client: Quittance, query: { after: number; wait: number }, signal: AbortSignal) {
  try {
    return await client.events.read(query, { signal, timeoutMs: (WAIT_S + 15) * 1_000 });
  } catch (error) {
    if (signal.aborted) return "ended";
    const isAway = [NoAnswerError, RateLimitError, ServiceError].some((kind) => error instanceof kind);
    if (isAway && error instanceof Error) return { reason: error.message };
    throw error;
  }
}
