import type { Sql } from "postgres";

/**
 * A statement that inserts many independent rows at once. `text` takes one JSON array as `$1` and returns
 * one row per inserted element with its `ord` (position in the array, from 0).
 */
export interface AppendStatement<Row> {
  name: string;
  text: string;
  /** The element of the JSON array for one row. */
  encode(row: Row): Record<string, unknown>;
}

/** Resolves to whether this row was inserted (false: a unique key was taken); rejects with its own error. */
export type Append = <Row>(statement: AppendStatement<Row>, row: Row) => Promise<boolean>;

const MAX_ROWS = 256;
/** With two statements in flight one gathers rows while the other waits for the disk. */
const MAX_IN_FLIGHT = 2;

interface Waiting {
  element: Record<string, unknown>;
  resolve(inserted: boolean): void;
  reject(error: unknown): void;
}

/**
 * Lets concurrent single-row inserts share a commit while each keeps its own outcome: rows that arrive in
 * the same turn of the event loop, or while earlier ones are being written, go out in one statement. When
 * the shared statement fails, each row is tried alone, so one bad row fails only its own caller. A lone row
 * is written at once, without waiting for company.
 */
export function createGroupCommit(sql: Sql): Append {
  const lanes = new Map<string, Lane>();
  return (statement, row) => {
    let lane = lanes.get(statement.name);
    if (!lane) {
      lane = new Lane(sql, statement.text);
      lanes.set(statement.name, lane);
    }
    return lane.add(statement.encode(row));
  };
}

class Lane {
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #scheduled = false;
  readonly #sql: Sql;
  readonly #text: string;

  constructor(sql: Sql, text: string) {
    this.#sql = sql;
    this.#text = text;
  }

  add(element: Record<string, unknown>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ element, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= MAX_IN_FLIGHT) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const group = this.#waiting.splice(0, MAX_ROWS);
    if (group.length === 0) return;
    this.#inFlight += 1;
    if (this.#waiting.length > 0) this.#schedule();
    try {
      const inserted = await this.#write(group);
      group.forEach((waiting, index) => {
        waiting.resolve(inserted.has(index));
      });
    } catch (error) {
      await this.#oneByOne(group, error);
    } finally {
      this.#inFlight -= 1;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  async #write(group: Waiting[]): Promise<Set<number>> {
    const json = JSON.stringify(group.map((waiting, ord) => ({ ...waiting.element, ord })));
    const rows = await this.#sql.unsafe<{ ord: number }[]>(this.#text, [json], { prepare: true });
    return new Set(rows.map((row) => row.ord));
  }

  async #oneByOne(group: Waiting[], error: unknown): Promise<void> {
    const [first] = group;
    if (group.length === 1 && first) return first.reject(error);
    for (const waiting of group) {
      try {
        waiting.resolve((await this.#write([waiting])).has(0));
      } catch (own) {
        waiting.reject(own);
      }
    }
  }
}
