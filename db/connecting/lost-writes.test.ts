import { connect as openSocket, type Socket } from "node:net";
import type { Sql } from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect } from "@/db/connecting/connect";
import { replaceDatabaseSocket } from "@/db/connecting/database-socket";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";

/** What is found here is mended in the driver by `scripts/install/mend-driver.mjs`. */
let database: TestDatabase;
let sql: Sql;
let other: Sql;
/** The connections of `sql`, newest last. */
let sockets: Socket[];

beforeEach(async () => {
  database = await createTestDatabase();
  other = connect(database.url, { max: 1 });
  await other`create table written (what text)`;
  const { hostname, port } = new URL(database.url);
  sockets = [];
  const usual = replaceDatabaseSocket(
    () =>
      new Promise((resolve, reject) => {
        const socket = openSocket({ host: hostname, port: Number(port) }, () => resolve(socket));
        socket.once("error", reject);
        sockets.push(socket);
      }),
  );
  sql = connect(database.url, { max: 1 });
  usual();
  await sql`select 1`;
});
afterEach(async () => {
  await Promise.all([sql, other].map((pool) => pool.end({ timeout: 1 })));
  await database.drop();
});

const outcomeOf = (query: PromiseLike<unknown>) =>
  query.then(
    () => "answered",
    () => "failed",
  );

describe.each([
  ["is closed", undefined],
  ["is reset", Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })],
])("a connection that %s before it has written a statement", (_how, error) => {
  test("fails that statement, and answers the next on a new connection", async () => {
    const lost = outcomeOf(sql`select 2`.execute());
    sockets.at(-1)?.destroy(error);
    expect(await lost).toBe("failed");
    // It may still be sent to the connection that was reset, because the driver hears of the end later.
    await outcomeOf(sql`select 3`);
    expect(await sql`select 4 as four`).toEqual([{ four: 4 }]);
    expect(sockets).toHaveLength(2);
  });

  test("fails its transaction, and the next one is whole", async () => {
    const lost = sql.begin(async (tx) => {
      await tx`insert into written values ('lost')`;
      const statement = tx`insert into written values ('lost too')`.execute();
      sockets.at(-1)?.destroy(error);
      await statement;
    });
    expect(await outcomeOf(lost)).toBe("failed");
    await outcomeOf(sql`select 3`);
    await sql.begin((tx) => tx`insert into written values ('kept')`);
    await sql`insert into written values ('kept alone')`;
    expect(await other`select what from written`).toEqual([{ what: "kept" }, { what: "kept alone" }]);
  });
});

test("a statement after one that was ended by the server is told nothing of it", async () => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const lost = outcomeOf(sql`select pg_sleep(60)`.execute());
  const lostToo = outcomeOf(sql`select 2`.execute());
  const closed = new Promise((resolve) => sockets.at(-1)?.once("close", resolve));
  await other`select pg_terminate_backend(${row?.pid ?? 0})`;
  expect(await Promise.all([lost, lostToo])).toEqual(["failed", "failed"]);
  await closed;
  expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
});

/** Begins a transaction behind statements under way, takes it back, and expects that it took no other statement with it. */
async function expectAlone(statements: readonly PromiseLike<unknown>[]): Promise<void> {
  const begun = sql.begin(async (tx) => {
    await tx`insert into written values ('taken back')`;
    throw new Error("taken back");
  });
  const alone = sql`insert into written values ('alone')`.execute();
  expect(await outcomeOf(begun)).toBe("failed");
  await Promise.all([...statements, alone]);
  expect(await other`select what from written`).toEqual([{ what: "alone" }]);
}

// The driver sends up to a hundred statements on one connection before it waits for an answer.
test.each([98, 99, 100, 101])(
  "a transaction that comes after %d statements has its connection for itself",
  async (before) => {
    const statements = Array.from({ length: before }, () => sql`select 1`.execute());
    await expectAlone(statements);
  },
);

test("a transaction that comes when the socket is full has its connection for itself", async () => {
  const large = "x".repeat(4_000_000);
  const statements = [1, 2].map(() => sql`select length(${large})`.execute());
  await expectAlone(statements);
});
