import type { App } from "@/server/boot";

/** A statement as the query builder sends it. */
export interface Statement {
  text: string;
  values: unknown[];
  options: { prepare?: boolean };
  /** What set the settings of its transaction before; null where nothing did. */
  settings: Statement | null;
}

interface Client {
  unsafe(text: string, values?: unknown[], options?: Statement["options"]): Promise<unknown[]>;
}

/** The query builder's own pool; it sends everything through `unsafe` of it, or of a transaction of it. */
export function builderPool(app: App): Client & { begin(run: (tx: Client) => unknown): Promise<unknown> } {
  return Reflect.get(app.database.db, "$client");
}

const SETS = /^\s*select set_config\b/i;
const READS = /^\s*(?:select|with)\b/i;

/** Runs `work` and gives the statements that it sent to the database, those inside transactions included. */
export async function statementsOf<T>(
  app: App,
  work: () => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const pool = builderPool(app);
  const { unsafe, begin } = pool;
  const statements: Statement[] = [];
  const noting = (client: Client, send: Client["unsafe"]): Client["unsafe"] => {
    let settings: Statement | null = null;
    return (text, values = [], options = {}) => {
      const statement = { text, values, options, settings };
      statements.push(statement);
      if (SETS.test(text)) settings = statement;
      return send.call(client, text, values, options);
    };
  };
  pool.unsafe = noting(pool, unsafe);
  pool.begin = (run) =>
    begin.call(pool, (tx) => {
      tx.unsafe = noting(tx, tx.unsafe);
      return run(tx);
    });
  try {
    return { result: await work(), statements };
  } finally {
    Object.assign(pool, { unsafe, begin });
  }
}

/** The reads that `work` sends. */
export async function readsOf(app: App, work: () => Promise<unknown>): Promise<Statement[]> {
  const { statements } = await statementsOf(app, work);
  return statements.filter(({ text }) => READS.test(text) && !SETS.test(text));
}

/** Explains a statement with these options, such as `analyze, buffers`, under the settings of its transaction. */
export function explain(
  app: App,
  { text, values, settings }: Statement,
  options: string,
): Promise<Record<string, unknown>[]> {
  return app.database.sql.begin(async (tx) => {
    if (settings) await tx.unsafe(settings.text, settings.values as string[]);
    return await tx.unsafe(`explain (${options}) ${text}`, values as string[]);
  }) as Promise<Record<string, unknown>[]>;
}

/** Whose number matters; credentials are cached for some seconds and read by whoever comes next. */
const COUNTED = /secure_payment|wallet_screenings|"requests"|"fee_legs"|"transfers"/;

/** Runs `work` and counts the statements about payments that it sent. */
export async function countStatements<T>(
  app: App,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number }> {
  const { result, statements } = await statementsOf(app, work);
  return { result, statements: statements.filter(({ text }) => COUNTED.test(text)).length };
}
