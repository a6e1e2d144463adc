import { sql } from "drizzle-orm";
import type { Database } from "@/db";
import { orchestrators, platforms } from "@/db/schema";
import { clock } from "@/server/lib/clock";

/** Who numbers events: an account, or an orchestrator. */
export interface EventSource {
  kind: "platform" | "orchestrator";
  id: string;
}

/** What tells of new events, besides the clock, and of credentials that changed. */
interface Wakes {
  on(channel: "webhooks" | "credentials", listener: () => void): Promise<void>;
}

/**
 * Why a wait ended: there may be something to read or nothing left to wait for, or credentials have changed, so that it has to
 * be asked whether the caller would still be let in.
 */
export type WaitEnd = "over" | "credentials_changed";

interface Waiter {
  after: bigint;
  end: (why: WaitEnd) => void;
}

/** A wake-up may be lost with a connection; this costs two index lookups for each account that is waited for. */
const LOOK_EVERY_MS = 1_000;
/** Changes of credentials within this time become one, for each of which all that wait are looked up again. */
const CREDENTIALS_COALESCE_MS = 300;

/**
 * Lets any number of callers wait for the next event of their account. One query at a time looks for all that wait in a
 * process: a waiting caller costs memory, and neither a connection of the database nor a query of its own.
 */
export class EventWatch {
  readonly #db: Pick<Database, "select">;
  readonly #wakes: Wakes;
  readonly #onTrouble: (error: unknown) => void;
  readonly #waiters = {
    platform: new Map<string, Set<Waiter>>(),
    orchestrator: new Map<string, Set<Waiter>>(),
  };
  #isListening = false;
  #isClosed = false;
  #cancelLook: (() => void) | null = null;
  #cancelCredentials: (() => void) | null = null;
  /** The look that is under way, and whether something was asked for after it had begun. */
  #looking: { again: boolean } | null = null;

  constructor(db: Pick<Database, "select">, wakes: Wakes, onTrouble: (error: unknown) => void) {
    this.#db = db;
    this.#wakes = wakes;
    this.#onTrouble = onTrouble;
  }

  /**
   * Resolves once the source has an event after this one, when the time is over, when the caller has gone, when the
   * process stops, or when any credential of any account has changed.
   */
  next({ kind, id }: EventSource, after: bigint, ms: number, signal?: AbortSignal): Promise<WaitEnd> {
    if (this.#isClosed || signal?.aborted) return Promise.resolve("over");
    return new Promise((resolve) => {
      const all = this.#waiters[kind];
      const own = all.get(id) ?? new Set();
      const end = (why: WaitEnd) => {
        cancelTimer();
        signal?.removeEventListener("abort", over);
        own.delete(waiter);
        if (own.size === 0 && all.get(id) === own) all.delete(id);
        if (this.waiting === 0) this.#stopLooking();
        resolve(why);
      };
      const over = () => end("over");
      const waiter = { after, end };
      const cancelTimer = clock.setTimer(ms, over);
      signal?.addEventListener("abort", over);
      own.add(waiter);
      all.set(id, own);
      this.#listen();
      this.#lookAgain();
      // One may have come between the caller's reading and now.
      this.#look();
    });
  }

  /** How many callers wait. */
  get waiting(): number {
    const { platform, orchestrator } = this.#waiters;
    return [...platform.values(), ...orchestrator.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** How many callers wait for this account. */
  waitingFor({ kind, id }: EventSource): number {
    return this.#waiters[kind].get(id)?.size ?? 0;
  }

  /** Ends every wait, and all to come. */
  close(): void {
    this.#isClosed = true;
    this.#cancelCredentials?.();
    this.#endAll("over");
  }

  #endAll(why: WaitEnd): void {
    for (const waiters of Object.values(this.#waiters)) {
      for (const own of [...waiters.values()]) for (const { end } of [...own]) end(why);
    }
  }

  /** Later than now, when what is remembered of credentials has been forgotten, and once for many changes. */
  #onCredentials(): void {
    if (this.waiting === 0 || this.#isClosed) return;
    this.#cancelCredentials ??= clock.setTimer(CREDENTIALS_COALESCE_MS, () => {
      this.#cancelCredentials = null;
      this.#endAll("credentials_changed");
    });
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    Promise.all([
      this.#wakes.on("webhooks", () => this.#look()),
      this.#wakes.on("credentials", () => this.#onCredentials()),
    ]).catch((error: unknown) => {
      this.#isListening = false;
      this.#onTrouble(error);
    });
  }

  #lookAgain(): void {
    this.#cancelLook ??= clock.setTimer(LOOK_EVERY_MS, () => {
      this.#cancelLook = null;
      this.#lookAgain();
      this.#look();
    });
  }

  #stopLooking(): void {
    this.#cancelLook?.();
    this.#cancelLook = null;
  }

  #look(): void {
    if (this.waiting === 0) return;
    if (this.#looking) {
      this.#looking.again = true;
      return;
    }
    this.#looking = { again: false };
    this.#endThoseWithNews()
      .catch((error: unknown) => this.#onTrouble(error))
      .finally(() => {
        const isAskedAgain = this.#looking?.again;
        this.#looking = null;
        if (isAskedAgain) this.#look();
      });
  }

  async #endThoseWithNews(): Promise<void> {
    for (const [kind, table] of [
      ["platform", platforms],
      ["orchestrator", orchestrators],
    ] as const) {
      const waiters = this.#waiters[kind];
      if (waiters.size === 0) continue;
      const ids = JSON.stringify([...waiters.keys()]);
      const rows = await this.#db
        .select({ id: table.id, sequence: table.webhookSequence })
        .from(table)
        .where(sql`${table.id} in (select json_array_elements_text(${ids}::text::json))`);
      for (const { id, sequence } of rows) {
        for (const { after, end } of [...(waiters.get(id) ?? [])]) if (sequence > after) end("over");
      }
    }
  }
}
