import type { Sql } from "postgres";

/** A transaction of the driver, as far as it is used here: a query or a fragment, and what hangs on it. */
interface Client {
  (...args: unknown[]): unknown;
  unsafe(...args: unknown[]): unknown;
  savepoint(...args: unknown[]): Promise<unknown>;
}

type Work = (client: Client) => unknown;

/** What became of the connection of a transaction. */
interface Connection {
  isOver: boolean;
}

/** The connection of a transaction ended before the transaction did; the server took all of it back. */
export class TransactionCutOff extends Error {
  override readonly name = "TransactionCutOff";
  /** As the driver has it of a query that was under way. */
  readonly code = "CONNECTION_CLOSED";
}

/**
 * Lets a transaction end with its connection. The driver (3.4.9) goes on with one whose connection was lost: its rollback
 * is written to no socket, which throws where nobody can catch it and ends the process, and statements after it run on a
 * connection that was made anew, outside of any transaction or inside that of another call. Here such a transaction
 * rejects once, its later statements throw `TransactionCutOff`, and nothing more of it is sent.
 */
export function endTransactionsWithConnections(sql: Sql): Sql {
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const guarded = (...args: unknown[]): Promise<unknown> => {
    const connection: Connection = { isOver: false };
    const work = args.at(-1) as Work;
    const running = begin(args.length > 1 ? String(args[0]) : "", withConnection(work, connection));
    // It rejects in the turn in which the connection ended.
    running.catch(() => {
      connection.isOver = true;
    });
    return running;
  };
  return Object.assign(sql, { begin: guarded });
}

/** `work` that does nothing more, and never comes to its end, once its connection is over: then nothing is rolled back. */
function withConnection(work: Work, connection: Connection): Work {
  return async (client) => {
    try {
      const result = await work(ofConnection(client, connection));
      return connection.isOver ? await never() : result;
    } catch (error) {
      // A query that was under way rejects before it is known that its connection is over.
      await new Promise((resolve) => setImmediate(resolve));
      if (connection.isOver) return never();
      throw error;
    }
  };
}

function ofConnection(client: Client, connection: Connection): Client {
  const mustLive = () => {
    if (connection.isOver) throw new TransactionCutOff("the connection of this transaction has ended");
  };
  const { unsafe, savepoint } = client;
  const guarded: Record<PropertyKey, unknown> = {
    unsafe: (...args: unknown[]) => {
      mustLive();
      return unsafe(...args);
    },
    savepoint: (...args: unknown[]) => {
      mustLive();
      const work = withConnection(args.at(-1) as Work, connection);
      return args.length > 1 ? savepoint(args[0], work) : savepoint(work);
    },
  };
  return new Proxy(client, {
    apply(target, _self, args) {
      mustLive();
      return target(...args);
    },
    get: (target, name) => guarded[name] ?? Reflect.get(target, name),
    set: (_target, name, value) => Reflect.set(guarded, name, value),
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
