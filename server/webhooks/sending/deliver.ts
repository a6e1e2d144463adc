import type { Logger } from "pino";
import type { Sql } from "postgres";
import { openQueueConnections } from "@/db";
import type { Config } from "@/server/config";
import { type Clock, clock } from "@/server/lib/clock";
import type { WakeUp } from "@/server/lib/database/wake-up";
import type { Span } from "@/server/lib/tracing/span";
import { readTraceparent } from "@/server/lib/tracing/traceparent";
import type { Metrics } from "@/server/metrics";
import { nextAttempt } from "@/server/webhooks/retry";
import { createAddressGuard, type Resolve } from "@/server/webhooks/sending/address-guard";
import { type Attempt, createAttempt } from "@/server/webhooks/sending/attempt";
import { type ClaimedDelivery, claimDeliveries, releaseClaims } from "@/server/webhooks/sending/claim";
import { Lanes } from "@/server/webhooks/sending/lanes";
import { type Outcome, Recorder } from "@/server/webhooks/sending/record";
import {
  createHttpSender,
  type HttpSender,
  type SendResult,
  TIMEOUT_MS,
} from "@/server/webhooks/sending/send";
import { tellAttempt } from "@/server/webhooks/sending/traced-attempt";

/** Longer than any attempt, so that only a sender that died loses a claim. */
const LEASE_MS = 3 * TIMEOUT_MS;
/** Wake-ups can be lost; nothing waits longer than this for want of one. */
const LOOK_AGAIN_MS = 1_000;
/** While much of the last claim is under way, the next one waits so long for free slots. */
const SOON_MS = 5;
/** One claim, one record and what gives claims back may run at once. */
const CONNECTIONS = 3;
/** Outcomes waiting for the database; beyond it nothing new is sent. */
const MAX_BACKLOG = 1_024;

/** What the sender needs of the process. */
export interface SenderApp {
  config: Config;
  log: Logger;
  metrics: Metrics;
  wakeUp: WakeUp;
  /** Absent or null where no traces are made. */
  tracer?: { record(span: Span): void } | null;
  now(): Date;
}

export interface SenderOptions {
  clock?: Clock;
  timeoutMs?: number;
  leaseMs?: number;
  /** Absent, a second: how long a delivery waits at most for want of a wake-up. */
  lookAgainMs?: number;
  resolve?: Resolve;
  /** 0 to 1, for what is left to chance. */
  random?: () => number;
  /** What carries the attempts; absent, HTTP connections to addresses that were checked. */
  http?: HttpSender;
}

/** Sends what is due. Any number of senders, in any number of processes, may run on one database. */
export interface WebhookSender {
  start(): Promise<void>;
  /** Takes nothing new, finishes and records what is running, gives the rest back. */
  stop(): Promise<void>;
  /** Resolves when nothing is running and nothing is due. */
  idle(): Promise<void>;
}

/**
 * The sender: woken after commits and by a timer to the next due delivery, it claims per endpoint as many
 * deliveries as that endpoint may have in flight, attempts them, and records each attempt together with the
 * delivery's new state (DL-06 to DL-16). A delivery can be repeated only when a process or the database dies
 * between the attempt and its record (DL-11).
 */
export function createWebhookSender(app: SenderApp, options: SenderOptions = {}): WebhookSender {
  return new Sender(app, options);
}

class Sender implements WebhookSender {
  readonly #app: SenderApp;
  readonly #clock: Clock;
  readonly #sql: Sql;
  readonly #leaseMs: number;
  readonly #lookAgainMs: number;
  readonly #random: () => number;
  readonly #lanes = new Lanes();
  readonly #recorder: Recorder;
  readonly #http: HttpSender;
  readonly #attempt: Attempt;
  readonly #waitingForIdle: (() => void)[] = [];

  #state: "new" | "running" | "stopping" = "new";
  /** Attempts under way and outcomes not yet recorded. */
  #unfinished = 0;
  #isClaiming = false;
  /** Something may have fallen due since the running claim looked. */
  #isStale = false;
  /** The next claim waits for more free slots, or for its timer. */
  #isWaitingForSlots = false;
  #resumeAfter = "";
  #cancelTimer: () => void = () => {};
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(app: SenderApp, options: SenderOptions) {
    this.#app = app;
    this.#clock = options.clock ?? { ...clock, now: app.now };
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#lookAgainMs = options.lookAgainMs ?? LOOK_AGAIN_MS;
    this.#random = options.random ?? Math.random;
    this.#sql = openQueueConnections(app.config.databaseUrl, {
      poolSize: CONNECTIONS,
      applicationName: "quittance-webhooks",
      pooling: app.config.databasePooling,
    });
    this.#recorder = new Recorder(this.#sql, (error) => {
      app.log.error({ err: error }, "webhook attempts could not be recorded");
    });
    const guard = createAddressGuard({
      allowLoopback: app.config.webhooks.allowLoopback,
      now: () => this.#clock.now(),
      resolve: options.resolve,
    });
    this.#http =
      options.http ?? createHttpSender({ guard, timeoutMs: options.timeoutMs, clock: this.#clock });
    this.#attempt = createAttempt(app.config, this.#http);
  }

  async start(): Promise<void> {
    this.#state = "running";
    await this.#app.wakeUp.on("webhooks", () => this.#wake());
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#state = "stopping";
    this.#cancelTimer();
    await this.#quiet();
    this.#http.close();
    await this.#sql.end({ timeout: 5 });
  }

  idle(): Promise<void> {
    this.#wake();
    return this.#quiet();
  }

  #quiet(): Promise<void> {
    if (this.#isQuiet()) return Promise.resolve();
    return new Promise((resolve) => this.#waitingForIdle.push(resolve));
  }

  #isQuiet(): boolean {
    return !this.#isClaiming && this.#unfinished === 0;
  }

  #wake(): void {
    if (this.#state !== "running") return;
    this.#isStale = true;
    if (!this.#isClaiming) void this.#claim();
  }

  /** Claims and starts attempts until there is nothing more to take now. */
  async #claim(): Promise<void> {
    this.#isClaiming = true;
    let nextLook = this.#now() + this.#lookAgainMs;
    while (this.#isStale && this.#state === "running") {
      this.#isStale = false;
      if (this.#recorder.backlog > MAX_BACKLOG) {
        // The next record that is done wakes it.
        this.#isStale = true;
        break;
      }
      try {
        this.#isWaitingForSlots = false;
        const capacity = this.#lanes.capacity(this.#now());
        if (capacity.all <= 0) break;
        const claim = await claimDeliveries(this.#sql, {
          now: this.#clock.now(),
          leaseMs: this.#leaseMs,
          capacity,
          after: this.#resumeAfter,
        });
        if (this.#resumeAfter !== "" || claim.resumeAfter !== "") this.#isStale = true;
        this.#resumeAfter = claim.resumeAfter;
        this.#lanes.claimed(
          capacity,
          claim.deliveries.map((delivery) => delivery.endpointId),
          this.#now(),
        );
        if (claim.nextDue) nextLook = Math.min(nextLook, claim.nextDue.getTime());
        await this.#begin(claim.deliveries);
      } catch (error) {
        this.#app.log.error({ err: error }, "webhook deliveries could not be claimed");
      }
    }
    this.#isClaiming = false;
    this.#wakeAt(nextLook);
    this.#announceIdle();
  }

  async #begin(deliveries: ClaimedDelivery[]): Promise<void> {
    if (this.#state === "running") {
      for (const delivery of deliveries) void this.#deliver(delivery);
      return;
    }
    for (const { endpointId } of deliveries) this.#lanes.release(endpointId, null, this.#now());
    await releaseClaims(this.#sql, deliveries);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    this.#unfinished += 1;
    const outcome = delivery.isOff ? switchedOff(delivery) : await this.#try(delivery);
    if (delivery.isOff) this.#release(delivery, null);
    const isRecorded = await this.#recorder.add(outcome);
    if (!isRecorded) this.#app.log.warn({ deliveryId: delivery.id }, "webhook attempt lost its lease");
    if (outcome.dueAt) this.#wakeAt(outcome.dueAt.getTime());
    this.#unfinished -= 1;
    if (this.#isStale) this.#wake();
    this.#announceIdle();
  }

  async #try(delivery: ClaimedDelivery): Promise<Outcome> {
    const startedAt = this.#clock.now();
    const result = await this.#attempt(delivery, startedAt);
    const outcome = judge(delivery, result, { startedAt, endedAt: this.#clock.now(), random: this.#random });
    this.#release(delivery, result);
    if (this.#app.tracer)
      tellAttempt(this.#app.tracer, delivery, { result, outcome, startedAt, endedAt: this.#clock.now() });
    this.#app.metrics.deliveryAttempts.inc({ outcome: outcome.state });
    if (outcome.state !== "succeeded") this.#logFailure(delivery, outcome);
    return outcome;
  }

  /** The slot is free before the outcome is on disk, which is what keeps the endpoint busy. */
  #release(delivery: ClaimedDelivery, result: SendResult | null): void {
    const pace = result && { ...result, isSuccess: isSuccess(result) };
    const look = this.#lanes.release(delivery.endpointId, pace, this.#now());
    if (look === "soon") {
      this.#isWaitingForSlots = true;
      this.#wakeAt(this.#now() + SOON_MS);
    }
    // With nothing under way no more slots come free: what is due need not wait for the timer.
    if (look === "now" || (this.#isWaitingForSlots && this.#lanes.inFlight === 0)) this.#wake();
  }

  #logFailure(delivery: ClaimedDelivery, outcome: Outcome): void {
    this.#app.log.warn(
      {
        deliveryId: delivery.id,
        url: delivery.url,
        attempt: outcome.attempt?.number,
        traceId: readTraceparent(delivery.traceparent)?.traceId,
        error: outcome.error,
        final: outcome.state === "failed",
      },
      "webhook attempt failed",
    );
  }

  #wakeAt(time: number): void {
    if (this.#state !== "running") return;
    const now = this.#now();
    if (this.#timerAt > now && this.#timerAt <= time) return;
    this.#cancelTimer();
    this.#timerAt = time;
    this.#cancelTimer = this.#clock.setTimer(Math.max(0, time - now), () => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#wake();
    });
  }

  #announceIdle(): void {
    if (!this.#isQuiet()) return;
    for (const resolve of this.#waitingForIdle.splice(0)) resolve();
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

function isSuccess(result: SendResult): boolean {
  return (
    result.error === null && result.statusCode !== null && result.statusCode >= 200 && result.statusCode < 300
  );
}

/** The endpoint will not come back (RFC 9110 §15.5.11); on the standard schedule it is one failure of many (DL-07). */
const GONE = 410;

/** What an attempt means for its delivery: any complete 2xx is success, all else is tried again (DL-06, DL-07). */
function judge(
  delivery: ClaimedDelivery,
  result: SendResult,
  { startedAt, endedAt, random }: { startedAt: Date; endedAt: Date; random: () => number },
): Outcome {
  const made = delivery.attempts + 1;
  const { durationMs, statusCode, responseBody, retryAfter } = result;
  const attempt = { number: made, startedAt, durationMs, statusCode, responseBody };
  const base = { id: delivery.id, lease: delivery.lease, attempt, isGone: false };
  if (isSuccess(result)) return { ...base, state: "succeeded", error: null, dueAt: null };
  const error = result.error ?? `answered ${statusCode}`;
  if (statusCode === GONE && delivery.retrySchedule === "extended") {
    return { ...base, state: "failed", error, dueAt: null, isGone: true };
  }
  const dueAt = nextAttempt(delivery.retrySchedule, { made, at: endedAt, retryAfter }, random);
  return { ...base, state: dueAt ? "pending" : "failed", error, dueAt };
}

/** Endpoints that are switched off receive nothing, retries included (DL-15). */
function switchedOff(delivery: ClaimedDelivery): Outcome {
  const error = "the endpoint is inactive or deleted";
  return {
    id: delivery.id,
    lease: delivery.lease,
    state: "failed",
    error,
    isGone: false,
    dueAt: null,
    attempt: null,
  };
}
