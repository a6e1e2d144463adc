import { asc, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditChain } from "@/db/schema";
import { type ChainHead, checkChains } from "@/server/audit/check-chain";
import { recordAudit } from "@/server/audit/record";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
beforeEach(async () => {
  await api?.close();
  api = await startTestApi();
});
afterAll(() => api?.close());

const ctxOf = (platformId: string) =>
  api.app.context({ ...systemCaller(platformId), ip: "203.0.113.7", personId: "person-1", role: "owner" });

const write = (platformId: string, ...subjects: string[]) =>
  inTransaction(ctxOf(platformId), async (tx) => {
    for (const subject of subjects) {
      const change = { before: { label: "Ladén 💶" }, after: { label: '"quoted"\\ \u0007 \u2028', n: 1.5 } };
      await recordAudit(tx, { action: "api_key.updated", subject, details: { last4: "ab12" }, ...change });
    }
  });

const check = (kept?: ChainHead[]) => checkChains(ctxOf(""), kept);
const links = (platformId: string) =>
  api.app.database.db
    .select()
    .from(auditChain)
    .where(eq(auditChain.platformId, platformId))
    .orderBy(asc(auditChain.position));

/** What somebody with the rights of the database's owner can do: the triggers do not stop them. */
async function tamper(...statements: string[]) {
  const { sql } = api.app.database;
  for (const table of ["audit_log", "audit_chain"])
    await sql.unsafe(`alter table ${table} disable trigger user`);
  for (const statement of statements) await sql.unsafe(statement);
  for (const table of ["audit_log", "audit_chain"])
    await sql.unsafe(`alter table ${table} enable trigger user`);
}

const at = (position: number) =>
  `(select entry_id from audit_chain where platform_id = 'a' and position = ${position})`;

describe("a chain", () => {
  test("has every entry of its account in the order of the commits, and the check agrees", async () => {
    await write("a", "1", "2");
    await write("b", "1");
    await Promise.all(Array.from({ length: 20 }, (_, index) => write("a", `at once ${index}`)));
    expect((await links("a")).map(({ position }) => position)).toEqual(
      Array.from({ length: 22 }, (_, i) => i + 1),
    );
    const report = await check();
    expect(report).toMatchObject({ accounts: 2, entries: 23, differences: [] });
    expect(report.heads).toMatchObject([
      { platformId: "a", position: 22 },
      { platformId: "b", position: 1 },
    ]);
    expect((await check(report.heads)).differences).toEqual([]);
  });

  test("has no place for an entry whose transaction was undone", async () => {
    const undone = inTransaction(ctxOf("a"), async (tx) => {
      await recordAudit(tx, { action: "api_key.created", subject: "x" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await write("a", "1");
    expect(await links("a")).toMatchObject([{ position: 1 }]);
  });

  test("keeps nobody waiting in a circle who changes the same account in another order", async () => {
    const { sql } = api.app.database;
    await sql`create table other_lock (id int primary key)`;
    await sql`insert into other_lock values (1)`;
    const tries = Array.from({ length: 10 }, (_, index) =>
      inTransaction(ctxOf("a"), async (tx) => {
        const lock = () => tx.db.execute("select from other_lock for update");
        if (index % 2) await lock();
        await recordAudit(tx, { action: "api_key.created", subject: String(index) });
        if (index % 2 === 0) await lock();
      }),
    );
    await Promise.all(tries);
    const [{ deadlocks } = { deadlocks: 1 }] = await sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect(deadlocks).toBe(0);
    expect(await links("a")).toHaveLength(10);
  });

  test.each(["update audit_chain set content = ''", "delete from audit_chain", "truncate audit_chain"])(
    "the database itself refuses: %s",
    async (statement) => {
      await write("a", "1");
      await expect(api.app.database.sql.unsafe(statement)).rejects.toThrow("audit_chain is append-only");
    },
  );
});

describe("whoever can write everything in the database is noticed who", () => {
  beforeEach(() => write("a", "1", "2", "3", "4"));

  test.each([
    ["removes an entry", [`delete from audit_log where id = ${at(2)}`], "entry_missing", 2],
    [
      "removes an entry with its place",
      [
        `delete from audit_log where id = ${at(2)}`,
        "delete from audit_chain where platform_id = 'a' and position = 2",
      ],
      "place_missing",
      3,
    ],
    [
      "removes one and moves the others up",
      [
        `delete from audit_log where id = ${at(2)}`,
        "delete from audit_chain where platform_id = 'a' and position = 2",
        "update audit_chain set position = 2 where platform_id = 'a' and position = 3",
        "update audit_chain set position = 3 where platform_id = 'a' and position = 4",
      ],
      "hash_differs",
      2,
    ],
    [
      "alters what was done",
      [`update audit_log set action = 'api_key.created' where id = ${at(2)}`],
      "entry_altered",
      2,
    ],
    [
      "alters what stood there before",
      [`update audit_log set before = '{"label":"x"}' where id = ${at(2)}`],
      "entry_altered",
      2,
    ],
    ["takes details out", [`update audit_log set details = '{}' where id = ${at(2)}`], "entry_altered", 2],
    [
      "alters the time",
      [`update audit_log set at = at + interval '1 ms' where id = ${at(2)}`],
      "entry_altered",
      2,
    ],
    ["names an approval", [`update audit_log set approval_id = 'x' where id = ${at(2)}`], "entry_altered", 2],
    [
      "names another person",
      [`update audit_log set person_id = 'x' where id = ${at(2)}`],
      "entry_altered",
      2,
    ],
    ["names another role", [`update audit_log set role = 'viewer' where id = ${at(2)}`], "entry_altered", 2],
    [
      "names another address",
      [`update audit_log set ip = '198.51.100.1' where id = ${at(2)}`],
      "entry_altered",
      2,
    ],
    [
      "gives an entry to another account",
      [`update audit_log set platform_id = 'b' where id = ${at(2)}`],
      "entry_altered",
      2,
    ],
    [
      "alters an entry and what is hashed of it",
      [
        `update audit_log set action = 'api_key.created' where id = ${at(2)}`,
        "update audit_chain set content = replace(content, 'updated', 'created') where platform_id = 'a' and position = 2",
      ],
      "hash_differs",
      2,
    ],
    [
      "changes the order of two",
      [
        "update audit_chain set position = 9 where platform_id = 'a' and position = 2",
        "update audit_chain set position = 2 where platform_id = 'a' and position = 3",
        "update audit_chain set position = 3 where platform_id = 'a' and position = 9",
      ],
      "hash_differs",
      2,
    ],
    [
      "puts an entry in without a place",
      [
        `insert into audit_log select 'new', platform_id, at, action, subject, actor_kind, actor_platform_id, credential_id, request_id, ip, origin, details from audit_log where id = ${at(2)}`,
      ],
      "entry_unchained",
      null,
    ],
    [
      "puts an entry in between",
      [
        "update audit_chain set position = position + 10 where platform_id = 'a' and position > 2",
        `insert into audit_log select 'new', platform_id, at, action, subject, actor_kind, actor_platform_id, credential_id, request_id, ip, origin, details from audit_log where id = ${at(2)}`,
        "insert into audit_chain select 'new', platform_id, 3, salt, content, hash from audit_chain where position = 2 and platform_id = 'a'",
        "update audit_chain set position = position - 9 where platform_id = 'a' and position > 10",
      ],
      "hash_differs",
      3,
    ],
  ])("%s", async (_, statements, problem, position) => {
    await tamper(...statements);
    expect((await check()).differences).toMatchObject([{ platformId: "a", problem, position }]);
  });

  test("cuts the end off, where a head was kept", async () => {
    const { heads } = await check();
    await tamper(
      `delete from audit_log where id in (${at(3)}, ${at(4)})`,
      "delete from audit_chain where platform_id = 'a' and position > 2",
    );
    expect((await check()).differences).toEqual([]);
    expect((await check(heads)).differences).toMatchObject([{ problem: "head_missing", position: 4 }]);
    await write("a", "5", "6");
    expect((await check(heads)).differences).toMatchObject([{ problem: "head_missing", position: 4 }]);
  });

  test("puts a whole chain in the place of another, or removes it, where a head was kept", async () => {
    const { heads } = await check();
    await tamper("delete from audit_log", "delete from audit_chain");
    expect((await check(heads)).differences).toMatchObject([{ problem: "head_missing", position: 4 }]);
    await write("a", "1", "2", "3", "4");
    expect((await check()).differences).toEqual([]);
    expect((await check(heads)).differences).toMatchObject([{ problem: "head_missing", position: 4 }]);
  });
});
