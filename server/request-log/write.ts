import type { Sql } from "postgres";
import type { requestLog } from "@/db/schema";
import { clock } from "@/server/lib/clock";

type Row = typeof requestLog.$inferInsert;

/** Calls gather this long, so that a busy moment costs one statement. */
const GATHER_MS = 1_000;
/** What waits for one statement. A process that is called more often than this a second drops the rest. */
const MAX_WAITING = 1_000;

const INSERT = `
  insert into request_log (id, platform_id, credential_kind, credential_id, method, path, operation, status,
    latency_ms, request_id, ip, created_at)
  select * from json_to_recordset($1::text::json) as x(
    id text, "platformId" text, "credentialKind" text, "credentialId" text, method text, path text,
    operation text, status smallint, "latencyMs" real, "requestId" text, ip text, "createdAt" timestamptz)`;

/**
 * Writes calls down behind them and not in them: noting one is a push into a list. What is lost with its process,
 * or dropped under pressure, is counted and costs nobody anything. One per process.
 */
export class RequestLogWriter {
  readonly #sql: Sql;
  readonly #onLost: (rows: number, error?: unknown) => void;
  #waiting: Row[] = [];
  #dropped = 0;
  #cancelTimer: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** `onLost` hears how many calls were not written, and why where there was an error. */
  constructor(sql: Sql, onLost: (rows: number, error?: unknown) => void) {
    this.#sql = sql;
    this.#onLost = onLost;
  }

  /** `make` is asked for the row unless it would be dropped. */
  note(make: () => Row): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(make());
    this.#cancelTimer ??= clock.setTimer(GATHER_MS, () => void this.flush(), { unref: true });
  }

  /** Writes what has gathered, after what is being written. Never throws. */
  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const rows = this.#waiting;
    const dropped = this.#dropped;
    this.#waiting = [];
    this.#dropped = 0;
    if (dropped > 0) this.#onLost(dropped);
    if (rows.length === 0) return;
    try {
      await this.#sql.unsafe(INSERT, [JSON.stringify(rows)], { prepare: true });
    } catch (error) {
      this.#onLost(rows.length, error);
    }
  }
}
