import type { Environment } from "@/sdk/client/environment";
import { NoAnswerError, type QuittanceError, RateLimitError, ServiceError } from "@/sdk/client/errors";
import type { Answer, CallOptions } from "@/sdk/client/operation";
import { pauseOf } from "@/sdk/client/retry";
import type { WebhookBody } from "@/sdk/webhooks/event";

/** One event of a stream. */
export interface StreamedEvent {
  /** What happened once has one ID, also after a backup was restored: skip an ID that you know. */
  id: string;
  /** Keep it once the event is handled: the stream goes on after it. */
  sequence: number;
  /** What webhooks send for the event. */
  body: WebhookBody;
}

/** From where a stream goes on: keep both together. */
export interface StreamPosition {
  /** Which history of the service the numbers belong to. */
  epoch: string;
  /** The number of the last event that was handled. */
  after: number;
}

export interface StreamOptions extends Pick<CallOptions, "signal" | "clientId" | "orchestratorId"> {
  /** The number of the last event that was handled; from the first one where it is left out. */
  after?: number;
  /** The epoch that was kept with it. Left out, that of the first answer is taken. */
  epoch?: string;
  /**
   * Told of the epoch that is new, before any event of it: keep both, in one step. Another epoch than before is a service that
   * was restored from a backup, whose numbers were given again: `after` is 0 then, and events that are known come again.
   */
  onEpoch?: (position: StreamPosition) => unknown;
  /** Told of each failure that the stream waits for the end of. */
  onTrouble?: (error: QuittanceError) => void;
  /** How long one call waits for an event, in seconds, up to 30. */
  waitSeconds?: number;
}

/** Gives events until the signal ends it, which it does without an error. */
export type Stream = (options?: StreamOptions) => AsyncIterableIterator<StreamedEvent>;

type Read = (
  query: { after: number; wait: number },
  options: CallOptions,
) => Promise<Answer<"get", "/v2/events">>;

/** An answer without events that comes sooner than this did not wait, so the next call is made after a pause. */
const SHORTEST_WAIT_MS = 1_000;
/** What a call may take beside its waiting. */
const ANSWER_MS = 30_000;

/**
 * All events after a number, in order and none left out, for as long as the caller walks through them. An event counts as
 * handled when the caller asks for the next one. Outages are waited for; what a credential may not read is thrown.
 */
export function streamOf(read: Read, environment: Pick<Environment, "sleep" | "random" | "now">): Stream {
  return async function* stream(options = {}) {
    const { signal, waitSeconds = 25, onEpoch, onTrouble, clientId, orchestratorId } = options;
    let { after = 0, epoch } = options;
    let failures = 0;
    const rest = (attempt: number) =>
      environment.sleep(pauseOf(attempt, null, environment.random()), signal).catch(() => undefined);
    while (!signal?.aborted) {
      const askedAt = environment.now();
      try {
        const query = { after, wait: waitSeconds };
        const timeoutMs = waitSeconds * 1_000 + ANSWER_MS;
        const page = await read(query, { signal, clientId, orchestratorId, timeoutMs });
        failures = 0;
        if (page.epoch !== epoch) {
          // Numbers of another epoch say nothing of this one: what was read after them is not what comes first.
          const isOther = epoch !== undefined;
          epoch = page.epoch;
          if (isOther) after = 0;
          await onEpoch?.({ epoch, after });
          if (isOther) continue;
        }
        for (const { id, body } of page.events) {
          if (signal?.aborted) return;
          // Bodies are those of webhooks, which the description names one by one.
          yield { id, sequence: body.sequence, body: body as unknown as WebhookBody };
          after = body.sequence;
        }
        after = Math.max(after, page.next);
        if (page.events.length === 0 && environment.now() - askedAt < SHORTEST_WAIT_MS) await rest(2);
      } catch (error) {
        if (signal?.aborted) return;
        if (!isOutage(error)) throw error;
        onTrouble?.(error);
        await rest(failures++);
      }
    }
  };
}

function isOutage(error: unknown): error is QuittanceError {
  return error instanceof NoAnswerError || error instanceof ServiceError || error instanceof RateLimitError;
}
