import { setTimeout as delay } from "node:timers/promises";

interface Holding {
  /** A process does not stay alive for it alone. */
  unref?: boolean;
}

/** Time as a loop sees it: what it is, and being called later. Tests hand in one they move themselves. */
export interface Clock {
  now(): Date;
  /** Calls `fire` once after `delayMs`. Returns what cancels it. */
  setTimer(delayMs: number, fire: () => void, holding?: Holding): () => void;
}

/** Time as a process sees it: also how long something takes, waits, and giving up. */
export interface ProcessClock extends Clock {
  /** Milliseconds since some moment, which nobody sets. */
  elapsedMs(): number;
  /** Resolves after `delayMs`. Rejects when `signal` aborts. */
  wait(delayMs: number, options?: Holding & { signal?: AbortSignal }): Promise<void>;
  /** Aborts after `delayMs` with a `TimeoutError`. */
  deadline(delayMs: number): AbortSignal;
}

/** The time and the timers of the machine. */
export const MACHINE_CLOCK: ProcessClock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  setTimer(delayMs, fire, { unref = false } = {}) {
    const timer = setTimeout(fire, delayMs);
    if (unref) timer.unref();
    return () => clearTimeout(timer);
  },
  wait: (delayMs, { signal, unref = false } = {}) => delay(delayMs, undefined, { signal, ref: !unref }),
  deadline: (delayMs) => AbortSignal.timeout(delayMs),
};

let inForce: ProcessClock = MACHINE_CLOCK;

/**
 * The clock of this process, for waits and for what takes how long. What a rule says of time is asked of the `now` of a
 * context instead.
 */
export const clock: ProcessClock = {
  now: () => inForce.now(),
  elapsedMs: () => inForce.elapsedMs(),
  setTimer: (delayMs, fire, holding) => inForce.setTimer(delayMs, fire, holding),
  wait: (delayMs, options) => inForce.wait(delayMs, options),
  deadline: (delayMs) => inForce.deadline(delayMs),
};

/** Puts another clock in the place of the one in force, for everything in this process. Returns what puts it back. */
export function replaceClock(other: ProcessClock): () => void {
  const before = inForce;
  inForce = other;
  return () => {
    inForce = before;
  };
}
