import type { App } from "@/server/boot";

interface Client {
  unsafe(...args: unknown[]): unknown;
}

/** Whose number matters; credentials are cached for some seconds and read by whoever comes next. */
const COUNTED = /secure_payment|wallet_screenings|"requests"|"fee_legs"|"transfers"/;

/**
 * Runs `work` and counts the statements about payments that it sent to the database, those inside transactions
 * included.
 */
export async function countStatements<T>(
  app: App,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number }> {
  // The query builder sends everything through `unsafe` of its own pool, or of a transaction of it.
  const pool: Client & { begin(run: (tx: Client) => unknown): Promise<unknown> } = Reflect.get(
    app.database.db,
    "$client",
  );
  const { unsafe, begin } = pool;
  let statements = 0;
  const counted =
    (client: Client, send: Client["unsafe"]): Client["unsafe"] =>
    (...args) => {
      if (COUNTED.test(String(args[0]))) statements += 1;
      return send.apply(client, args);
    };
  pool.unsafe = counted(pool, unsafe);
  pool.begin = (run) =>
    begin.call(pool, (tx) => {
      tx.unsafe = counted(tx, tx.unsafe);
      return run(tx);
    });
  try {
    return { result: await work(), statements };
  } finally {
    Object.assign(pool, { unsafe, begin });
  }
}
