import type { Sql } from "postgres";
import { builderOver, builderThrough, type Connection, inTransactionOf } from "@/db/builder-over";
import type { Begin, Reader, ReadTogether } from "@/server/context";
import type { Append } from "@/server/lib/database/group-commit";
import type { Required } from "@/server/lib/database/replica/beats";
import { sqlState } from "@/server/lib/database/sql-state";

/** What a call has to see: all that is committed when it begins, or what was a moment ago. */
export type MustSee = "latest" | "recent";

/** SQLSTATE of a statement that took longer than it may: on the primary it would take as long once more. */
const TOO_LONG = "57014";

/** Where calls read. */
export interface ReadSource {
  latest(): Promise<Required | null>;
  recent(): Required | null;
  read<T>(required: Required, work: (sql: Connection) => Promise<T>): Promise<T>;
}

export interface ReadsOfCallOptions {
  replica: ReadSource;
  /** The client of the query builder. */
  primary: Sql;
  mustSee: MustSee;
  onRead(server: "replica" | "primary"): void;
}

/**
 * Where one call reads: on the replica, statement by statement, and from the first that fails there on the primary. What it
 * has written itself it reads on the primary too. Never back again: it would see less than it has seen.
 */
export class ReadsOfCall {
  readonly #options: ReadsOfCallOptions;
  #required: Promise<Required | null> | null = null;
  #isAtPrimary = false;

  constructor(options: ReadsOfCallOptions) {
    this.#options = options;
  }

  /** What the context of the call has of it, with these writes. */
  with({ begin, append }: { begin: Begin; append: Append }): {
    db: Reader;
    readTogether: ReadTogether;
    begin: Begin;
    append: Append;
  } {
    const { primary } = this.#options;
    const writing = () => {
      this.#isAtPrimary = true;
    };
    return {
      db: builderThrough((work) => this.#read(work, () => work(primary))),
      readTogether: (work) => {
        const over = (sql: Connection) => work(builderOver(sql));
        return this.#read(over, () => inTransactionOf(primary, over));
      },
      begin: (work) => {
        writing();
        return begin(work);
      },
      append: (statement, row) => {
        writing();
        return append(statement, row);
      },
    };
  }

  async #read<T>(work: (sql: Connection) => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    const { replica, onRead } = this.#options;
    const required = this.#isAtPrimary ? null : await this.#requirement();
    if (required && !this.#isAtPrimary) {
      try {
        const found = await replica.read(required, work);
        onRead("replica");
        return found;
      } catch (error) {
        if (sqlState(error) === TOO_LONG) throw error;
      }
    }
    this.#isAtPrimary = true;
    onRead("primary");
    return atPrimary();
  }

  /** Once for the call: what it has to see was committed before it began. */
  #requirement(): Promise<Required | null> {
    const { replica, mustSee } = this.#options;
    this.#required ??= mustSee === "recent" ? Promise.resolve(replica.recent()) : replica.latest();
    return this.#required;
  }
}
