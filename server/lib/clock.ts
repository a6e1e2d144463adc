/** Time as a loop sees it: what it is, and being called later. Tests hand in one they move themselves. */
export interface Clock {
  now(): Date;
  /** Calls `fire` once after `delayMs`. Returns what cancels it. */
  setTimer(delayMs: number, fire: () => void): () => void;
}

/** The machine's timers over the given time. */
export function systemClock(now: () => Date): Clock {
  return {
    now,
    setTimer(delayMs, fire) {
      const timer = setTimeout(fire, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
