import { clock } from "@/server/lib/clock";

export interface BatchWriter<Item, Result> {
  /** Writes all of these in one commit or, throwing, none; the result of each, in their order. */
  write(items: readonly Item[]): Promise<readonly Result[]>;
  /** Statements under way at a time; absent, two. */
  atOnce?: number;
  /** How often a group is tried again after an error that is not about its rows; absent, never. */
  retries?: { times: number; everyMs: number };
  /** Told the error of a group that is tried again or given up. */
  onError?(error: unknown): void;
}

const MAX_ITEMS = 256;
/** One statement gathers items while the other waits for the disk. */
const AT_ONCE = 2;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Lets writes that arrive at the same time share a commit while each keeps its own outcome
 * (docs/decisions/group-commit.md): what arrives in one turn of the event loop, or while earlier items are being
 * written, goes out in one statement. A group that the database refuses because of its rows is halved until the one
 * that cannot be stored is alone. A lone item is written at once.
 */
export class Batcher<Item, Result> {
  readonly #writer: BatchWriter<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #inFlight = 0;
  #isScheduled = false;

  constructor(writer: BatchWriter<Item, Result>) {
    this.#writer = writer;
  }

  /** Items that no statement has taken up yet. */
  get backlog(): number {
    return this.#waiting.length;
  }

  /** Resolves once the item is durable; rejects with the error of this item, or of the whole group. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= (this.#writer.atOnce ?? AT_ONCE)) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const group = this.#waiting.splice(0, MAX_ITEMS);
    if (group.length === 0) return;
    this.#inFlight += 1;
    if (this.#waiting.length > 0) this.#schedule();
    await this.#settle(group);
    this.#inFlight -= 1;
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(group.map(({ item }) => item));
      for (const [i, { resolve, reject }] of group.entries()) {
        const result = results[i];
        if (result === undefined) reject(new Error("an item of a group has no result"));
        else resolve(result);
      }
    } catch (error) {
      if (group.length > 1 && isAboutTheRows(error)) {
        const middle = group.length >> 1;
        await Promise.all([this.#settle(group.slice(0, middle)), this.#settle(group.slice(middle))]);
        return;
      }
      this.#writer.onError?.(error);
      for (const { reject } of group) reject(error);
    }
  }

  async #write(items: readonly Item[]): Promise<readonly Result[]> {
    const { write, retries = { times: 0, everyMs: 0 }, onError } = this.#writer;
    for (let left = retries.times; ; left--) {
      try {
        return await write(items);
      } catch (error) {
        if (left === 0 || isAboutTheRows(error)) throw error;
        if (left === retries.times) onError?.(error);
        await clock.wait(retries.everyMs);
      }
    }
  }
}

/** SQLSTATE classes 22 (data) and 23 (constraints): the same rows fail again. */
function isAboutTheRows(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}
