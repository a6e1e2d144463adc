import type { Sql } from "postgres";
import type { WakeChannel } from "@/server/context";
import { clock } from "@/server/lib/clock";
import { newUuid } from "@/server/lib/random";

/** Notifications within this time become one: NOTIFY serialises commits, so it must be rare. */
const COALESCE_MS = 5;

/**
 * Tells loops in this and other processes that there is work. Only a hint: every loop also looks at the
 * clock, so a lost wake-up costs time, never work.
 */
export class WakeUp {
  readonly #sql: Sql;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #pending = new Map<string, () => void>();
  readonly #unlisten: (() => Promise<void>)[] = [];
  readonly #self = `${process.pid}.${newUuid()}`;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Calls `listener` in this process at once, and other processes after a few milliseconds. */
  wake(channel: WakeChannel): void {
    this.#emit(channel, "");
    if (this.#pending.has(channel)) return;
    const cancel = clock.setTimer(COALESCE_MS, () => {
      this.#pending.delete(channel);
      this.#sql.notify(channel, this.#self).catch(() => {
        // The database is gone for a moment; the timers of the loops find the work.
      });
    });
    this.#pending.set(channel, cancel);
  }

  /** Subscribes to a channel, also to wake-ups of other processes. Resolves once listening. */
  async on(channel: WakeChannel, listener: () => void): Promise<void> {
    let listeners = this.#listeners.get(channel);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(channel, listeners);
      const hear = (from: string) => {
        if (from !== this.#self) this.#emit(channel, from);
      };
      // After a lost connection nobody knows what was missed, so that counts as a wake-up too.
      const { unlisten } = await this.#sql.listen(channel, hear, () => this.#emit(channel, ""));
      this.#unlisten.push(unlisten);
    }
    listeners.add(listener);
  }

  async close(): Promise<void> {
    for (const cancel of this.#pending.values()) cancel();
    this.#pending.clear();
    await Promise.all(this.#unlisten.map((unlisten) => unlisten().catch(() => undefined)));
  }

  #emit(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }
}
