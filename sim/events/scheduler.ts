import type { ProcessClock } from "@/server/lib/clock";

/** Whoever events belong to. Events of one that has died are thrown away. */
export interface Owner {
  readonly name: string;
  isDead: boolean;
}

interface Event {
  /** Simulated time, milliseconds since the epoch. */
  at: number;
  /** Order among those of one time. */
  order: number;
  owner: Owner | null;
  fire(): void;
  isCancelled: boolean;
}

// The real ones, before anything is replaced.
const realImmediate = setImmediate;

/**
 * Simulated time and the order of everything that happens in it. One event runs at a time, to the end of all promises
 * that follow from it; then comes the next. What an event starts belongs to the process that the event belongs to.
 */
export class Scheduler {
  #now: number;
  #order = 0;
  #ready: Event[] = [];
  #timers: Event[] = [];
  /** The process whose event runs now. */
  current: Owner | null = null;
  /** Events that have run. */
  count = 0;
  /** Told of an error that nothing caught, which ends a process of Node. */
  onUncaught: (owner: Owner | null, error: unknown) => void = (_, error) => {
    throw error;
  };

  constructor(startAt: number) {
    this.#now = startAt;
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  /** Runs `fire` after all that is ready, at the same moment. Returns what cancels it. */
  soon(fire: () => void, owner: Owner | null = this.current): () => void {
    const event = { at: this.#now, order: this.#order++, owner, fire, isCancelled: false };
    this.#ready.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Runs `fire` after so many milliseconds. Returns what cancels it. */
  later(delayMs: number, fire: () => void, owner: Owner | null = this.current): () => void {
    // As timers of Node: what is no positive number is 1.
    const delay = delayMs >= 1 ? Math.min(delayMs, 2 ** 40) : 1;
    const event = { at: this.#now + delay, order: this.#order++, owner, fire, isCancelled: false };
    this.#push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Moves time on without running what falls due in between: as when a machine was suspended. */
  skip(ms: number): void {
    this.#now += ms;
  }

  /** Runs everything that falls due up to this moment, which is then. */
  async runUntil(time: number): Promise<void> {
    while (await this.#step(time));
    if (this.#now < time) this.#now = time;
  }

  /** Runs until `isDone`, or for so long at the most. Returns whether it is done. */
  async runWhileNot(isDone: () => boolean, limitMs: number): Promise<boolean> {
    const limit = this.#now + limitMs;
    while (!isDone()) {
      if (!(await this.#step(limit))) return isDone();
    }
    return true;
  }

  async #step(limit: number): Promise<boolean> {
    let event = this.#ready.shift();
    if (!event) {
      event = this.#timers[0];
      if (!event || event.at > limit) return false;
      this.#pop();
      if (event.at > this.#now) this.#now = event.at;
    }
    if (event.isCancelled || event.owner?.isDead) return true;
    this.count++;
    this.current = event.owner;
    try {
      event.fire();
    } catch (error) {
      this.onUncaught(event.owner, error);
    }
    // One turn of the real event loop runs all promises that follow, as nothing here waits for the machine.
    await new Promise((resolve) => realImmediate(resolve));
    this.current = null;
    return true;
  }

  #push(event: Event): void {
    const heap = this.#timers;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#timers;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (!left) break;
      let least = left;
      if (right && isBefore(right, left)) {
        least = right;
        child++;
      }
      if (!isBefore(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** The clock that the service's own code is given. */
export function simulatedClock(scheduler: Scheduler): ProcessClock {
  return {
    now: () => new Date(scheduler.now),
    elapsedMs: () => scheduler.now,
    setTimer: (delayMs, fire) => scheduler.later(delayMs, fire),
    wait: (delayMs, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const cancel = scheduler.later(delayMs, () => resolve());
        const abort = () => {
          cancel();
          reject(new DOMException("The operation was aborted", "AbortError"));
        };
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort, { once: true });
      }),
    deadline: (delayMs) => {
      const controller = new AbortController();
      scheduler.later(delayMs, () =>
        controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
      );
      return controller.signal;
    },
  };
}
