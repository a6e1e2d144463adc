/** An owner has as many pieces of work waiting as it may have. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/**
 * Does one piece of work after the other, and lets owners take turns: whoever brings many waits for its own, and everyone
 * else for one of each owner before it.
 */
export class FairQueue {
  readonly #mostOfOwner: number;
  /** Work that waits or runs, by owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  readonly #count = new Map<string, number>();
  #isRunning = false;

  constructor(mostOfOwner: number) {
    this.#mostOfOwner = mostOfOwner;
  }

  /** Does the work when its turn comes. Throws `QueueFull` where the owner has too much waiting or running. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const count = this.#count.get(owner) ?? 0;
    if (count >= this.#mostOfOwner) return Promise.reject(new QueueFull());
    this.#count.set(owner, count + 1);
    return new Promise<T>((resolve, reject) => {
      const own = this.#waiting.get(owner) ?? [];
      own.push(() => Promise.resolve().then(work).then(resolve, reject));
      this.#waiting.set(owner, own);
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next()) {
      await next.work();
      const left = (this.#count.get(next.owner) ?? 1) - 1;
      if (left === 0) this.#count.delete(next.owner);
      else this.#count.set(next.owner, left);
    }
    this.#isRunning = false;
  }

  /** The first of the owner whose turn it is, who then comes last. */
  #next(): { owner: string; work: () => Promise<void> } | null {
    for (const [owner, own] of this.#waiting) {
      this.#waiting.delete(owner);
      const work = own.shift();
      if (own.length > 0) this.#waiting.set(owner, own);
      if (work) return { owner, work };
    }
    return null;
  }
}
