import type { Clock } from "@/server/lib/clock";

/** A clock that only the test moves. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { at: number; fire: () => void }[] = [];

  constructor(start = Date.UTC(2026, 0, 5, 12)) {
    this.#now = start;
  }

  now = (): Date => new Date(this.#now);

  setTimer(delayMs: number, fire: () => void): () => void {
    if (delayMs <= 0) {
      const immediate = setImmediate(fire);
      return () => clearImmediate(immediate);
    }
    const timer = { at: this.#now + delayMs, fire };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves time on, firing what falls due on the way at its own time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.fire();
    }
    this.#now = end;
  }
}
