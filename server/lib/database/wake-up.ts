import type { Sql } from "postgres";
import type { WakeChannel } from "@/server/context";
import { clock } from "@/server/lib/clock";
import { newUuid } from "@/server/lib/random";

/** Notifications within this time become one: NOTIFY serialises commits, so it must be rare. */
const COALESCE_MS = 5;
/** The same for a count in a table, whose row every process changes. */
const COALESCE_COUNT_MS = 50;
/** How often counts are looked at where there is no NOTIFY. */
const LOOK_EVERY_MS = 500;

/** Tells other processes of news, and hears of theirs. */
interface Courier {
  coalesceMs: number;
  tell(channel: WakeChannel): Promise<void>;
  /** Resolves once nothing is missed any more. */
  hear(channel: WakeChannel, listener: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Connections as `openDatabase` gives them. */
export interface WakeConnections {
  sql: Sql;
  notices: Sql | null;
}

/**
 * Tells loops in this and other processes that there is work. Only a hint: every loop also looks at the
 * clock, so a lost wake-up costs time, never work.
 */
export class WakeUp {
  readonly #courier: Courier;
  readonly #heard = new Map<string, { listeners: Set<() => void>; ready: Promise<void> }>();
  readonly #pending = new Map<string, () => void>();

  constructor({ sql, notices }: WakeConnections) {
    this.#courier = notices ? new NoticeCourier(notices) : new CountCourier(sql);
  }

  /** Calls `listener` in this process at once, and other processes after a few milliseconds. */
  wake(channel: WakeChannel): void {
    this.#emit(channel);
    if (this.#pending.has(channel)) return;
    const cancel = clock.setTimer(this.#courier.coalesceMs, () => {
      this.#pending.delete(channel);
      this.#courier.tell(channel).catch(() => {
        // The database is gone for a moment; the timers of the loops find the work.
      });
    });
    this.#pending.set(channel, cancel);
  }

  /** Subscribes to a channel, also to wake-ups of other processes. Resolves once listening. */
  async on(channel: WakeChannel, listener: () => void): Promise<void> {
    let heard = this.#heard.get(channel);
    if (!heard) {
      heard = {
        listeners: new Set(),
        ready: this.#courier.hear(channel, () => this.#emit(channel)),
      };
      this.#heard.set(channel, heard);
    }
    try {
      await heard.ready;
    } catch (error) {
      // Whoever asks again tries again.
      if (this.#heard.get(channel) === heard) this.#heard.delete(channel);
      throw error;
    }
    heard.listeners.add(listener);
  }

  async close(): Promise<void> {
    for (const cancel of this.#pending.values()) cancel();
    this.#pending.clear();
    await this.#courier.close();
  }

  #emit(channel: string): void {
    for (const listener of this.#heard.get(channel)?.listeners ?? []) listener();
  }
}

/** By NOTIFY and LISTEN, at once. */
class NoticeCourier implements Courier {
  readonly coalesceMs = COALESCE_MS;
  readonly #sql: Sql;
  readonly #unlisten: (() => Promise<void>)[] = [];
  readonly #self = `${process.pid}.${newUuid()}`;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async tell(channel: WakeChannel): Promise<void> {
    await this.#sql.notify(channel, this.#self);
  }

  async hear(channel: WakeChannel, listener: () => void): Promise<void> {
    const others = (from: string) => {
      if (from !== this.#self) listener();
    };
    // After a lost connection nobody knows what was missed, so that counts as a wake-up too.
    const { unlisten } = await this.#sql.listen(channel, others, listener);
    this.#unlisten.push(unlisten);
  }

  async close(): Promise<void> {
    await Promise.all(this.#unlisten.map((unlisten) => unlisten().catch(() => undefined)));
  }
}

/** By a count in a table that everybody looks at: for poolers and databases without NOTIFY. */
class CountCourier implements Courier {
  readonly coalesceMs = COALESCE_COUNT_MS;
  readonly #sql: Sql;
  readonly #heard = new Map<WakeChannel, { count: string; listener: () => void }>();
  #cancel: (() => void) | null = null;
  #isClosed = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async tell(channel: WakeChannel): Promise<void> {
    await this.#sql`
      insert into wake_ups (channel, count) values (${channel}, 1)
      on conflict (channel) do update set count = wake_ups.count + 1`;
  }

  async hear(channel: WakeChannel, listener: () => void): Promise<void> {
    const counts = await this.#counts();
    this.#heard.set(channel, { count: counts.get(channel) ?? "0", listener });
    this.#lookLater();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
  }

  #lookLater(): void {
    if (this.#isClosed) return;
    this.#cancel ??= clock.setTimer(LOOK_EVERY_MS, () => void this.#look(), { unref: true });
  }

  async #look(): Promise<void> {
    try {
      const counts = await this.#counts();
      for (const [channel, heard] of this.#heard) {
        const count = counts.get(channel) ?? "0";
        // Any other number is news, also a smaller one: the database may be that of a backup.
        if (count === heard.count || this.#isClosed) continue;
        heard.count = count;
        heard.listener();
      }
    } catch {
      // The database is gone for a moment: the next look finds what was told meanwhile.
    }
    this.#cancel = null;
    this.#lookLater();
  }

  async #counts(): Promise<Map<string, string>> {
    const rows = await this.#sql<{ channel: string; count: string }[]>`
      select channel, count::text as count from wake_ups`;
    return new Map(rows.map(({ channel, count }) => [channel, count]));
  }
}
