import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "@/db/connecting/connect";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";

let database: TestDatabase;
let sql: Sql;
let other: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: whatever follows a lost one gets the same, made anew.
  sql = connect(database.url, { max: 1 });
  other = connect(database.url, { max: 1 });
  await other`create table written (what text)`;
});
afterAll(async () => {
  await Promise.all([sql, other].map((pool) => pool?.end({ timeout: 1 })));
  await database?.drop();
});
beforeEach(async () => {
  await other`truncate written`;
});

const written = async () =>
  (await other<{ what: string }[]>`select what from written`).map(({ what }) => what);

async function kill(pid: number): Promise<void> {
  await other`select pg_terminate_backend(${pid})`;
}

// An error that nothing catches fails the whole file.
test("a transaction whose connection is lost in a query rejects, and the process goes on", async () => {
  const lost = sql.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx`insert into written values ('lost')`;
    await Promise.all([tx`select pg_sleep(60)`, kill(row?.pid ?? 0)]);
  });
  await expect(lost).rejects.toThrow();
  await expect
    .poll(() =>
      sql`select 1`.then(
        () => "answers",
        () => "fails",
      ),
    )
    .toBe("answers");
  expect(await written()).toEqual([]);
});

test("one whose connection is lost between two queries writes nothing afterwards, also not into that of another", async () => {
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let triedAt: unknown;
  const lost = sql.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await kill(row?.pid ?? 0);
    await mayGoOn;
    try {
      await tx`insert into written values ('after its end')`;
    } catch (error) {
      triedAt = error;
      throw error;
    }
  });
  await expect(lost).rejects.toThrow();
  const begun = sql.begin(async (tx) => {
    await tx`insert into written values ('of another')`;
    goOn();
    await expect.poll(() => triedAt).toMatchObject({ name: "TransactionCutOff" });
    await tx`select 1`;
  });
  await begun;
  expect(await written()).toEqual(["of another"]);
});

test("a part of one that is lost ends it as well, and an ordinary error is rolled back as before", async () => {
  const lost = sql.begin(async (tx) =>
    tx.savepoint(async (part) => {
      const [row] = await part<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await Promise.all([part`select pg_sleep(60)`, kill(row?.pid ?? 0)]);
    }),
  );
  await expect(lost).rejects.toThrow();
  await expect
    .poll(() =>
      sql`select 1`.then(
        () => "answers",
        () => "fails",
      ),
    )
    .toBe("answers");
  const refused = sql.begin(async (tx) => {
    await tx`insert into written values ('taken back')`;
    throw new Error("no");
  });
  await expect(refused).rejects.toThrow("no");
  expect(await written()).toEqual([]);
});
