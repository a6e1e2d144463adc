import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connect, type Pooling } from "@/db/connecting/connect";
import { type DatabaseHandle, openDatabase } from "@/db/index";
import { migrate } from "@/db/migrate";
import { postgresUser } from "@/local/postgres/postgres-user";
import { freePort } from "@/local/processes/free-port";
import { WakeUp } from "@/server/lib/database/wake-up";
import { startCuttingProxy } from "@/server/testing/postgres/cutting-proxy";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { makeTestDirectory } from "@/server/testing/postgres/directory";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "@/server/testing/postgres/pgbouncer";
import { withDatabase } from "@/server/testing/postgres/template";

const ADMIN = inject("postgresAdminUrl");
const WITHOUT: Pooling = { isPrepared: false, directUrl: null };

describe.skipIf(!hasPgbouncer())("through PgBouncer in transaction mode", () => {
  const directory = makeTestDirectory("pgbouncer");
  let database: TestDatabase;
  let pgbouncer: Pgbouncer;
  let opened: DatabaseHandle[] = [];
  const open = (pooling: Pooling) => {
    const handle = openDatabase(pgbouncer.through(database.url), { pooling, statementTimeoutMs: 30_000 });
    opened.push(handle);
    return handle;
  };

  beforeAll(async () => {
    postgresUser().own(directory);
    database = await createTestDatabase();
    pgbouncer = await startPgbouncer(ADMIN, directory, { poolSize: 4 });
  });

  afterAll(async () => {
    await Promise.all(opened.map((handle) => handle.close()));
    opened = [];
    await pgbouncer?.stop();
    await database?.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  test("statements of many clients that share few connections do not meet each other's", async () => {
    const clients = Array.from({ length: 6 }, () => open(WITHOUT));
    const asked = clients.flatMap(({ sql, counters }, client) =>
      Array.from({ length: 30 }, async (_, i) => {
        const [row] = await (i % 2 ? counters : sql).unsafe(
          `select $1::int + ${i % 5} as sum, '${client}' as of`,
          [i],
          { prepare: true },
        );
        return [row?.of, row?.sum - i];
      }),
    );
    const expected = clients.flatMap((_, client) =>
      Array.from({ length: 30 }, (__, i) => [`${client}`, i % 5]),
    );
    expect(await Promise.all(asked)).toEqual(expected);
  });

  test.each([
    ["by a count in a table", () => null],
    ["by NOTIFY past it", () => database.url],
  ])("a process hears of what another one did, %s", async (_, directUrl) => {
    const [one, other] = [0, 1].map(() => new WakeUp(open({ ...WITHOUT, directUrl: directUrl() })));
    if (!one || !other) throw new Error("two processes are missing");
    let heard = 0;
    await other.on("webhooks", () => {
      heard += 1;
    });
    for (const time of [1, 2]) {
      one.wake("webhooks");
      await expect.poll(() => heard).toBeGreaterThanOrEqual(time);
    }
    await Promise.all([one.close(), other.close()]);
  });

  test("an empty database is brought up to date once, by however many processes begin", async () => {
    const name = "through_pgbouncer";
    const admin = connect(ADMIN, { max: 1 });
    await admin.unsafe(`create database ${name}`);
    const url = pgbouncer.through(withDatabase(ADMIN, name));
    await Promise.all([migrate(url), migrate(url)]);
    const tables = (sql: Sql) => sql`
      select table_name, (select count(*) from drizzle.__drizzle_migrations) as migrations
      from information_schema.tables where table_schema = 'public' order by 1`;
    const [made, expected] = [url, database.url].map((one) => connect(one, { max: 1, pooling: WITHOUT }));
    if (!made || !expected) throw new Error("two databases are missing");
    expect(await tables(made)).toEqual(await tables(expected));
    await Promise.all([made.end(), expected.end()]);
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });

  test("a web process behind a pooler that has lost its server lives on, and answers 503", async () => {
    const elsewhere = makeTestDirectory("pgbouncer");
    postgresUser().own(elsewhere);
    const server = await startCuttingProxy(ADMIN);
    const between = await startPgbouncer(server.through(ADMIN), elsewhere, {
      settings: ["server_login_retry = 1", "query_wait_timeout = 1"],
    });
    const port = await freePort();
    const env = {
      DATABASE_URL: between.through(database.url),
      DATABASE_MODE: "pooled",
      SECRET_KEY: "11".repeat(32),
      PORT: String(port),
      LOG_LEVEL: "fatal",
    };
    const web = spawn(process.execPath, ["scripts/run.mjs", "server/testing/cluster/web-process.ts"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    });
    await once(web, "message");
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/v2/request`, { headers: { "x-api-key": `sk_${"x".repeat(40)}` } });
    expect((await ask()).status).toBe(401);
    await server.close();
    // The pooler still lets clients in, so each new connection meets the loss in what the driver asks first.
    for (let time = 0; time < 3; time++) {
      for (const { status, headers } of await Promise.all(Array.from({ length: 12 }, ask))) {
        expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
      }
    }
    expect([web.exitCode, web.signalCode]).toEqual([null, null]);
    web.kill("SIGKILL");
    await between.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  test("a pooler that restarts costs the calls under way and no more", async () => {
    const { sql } = open(WITHOUT);
    await sql`select 1`;
    await pgbouncer.stop();
    await expect(sql`select 1`).rejects.toThrow();
    pgbouncer = await startPgbouncer(ADMIN, directory, { poolSize: 4, port: pgbouncer.port });
    await expect
      .poll(() =>
        sql`select 1 as one`.then(
          ([row]) => row?.one,
          () => "away",
        ),
      )
      .toBe(1);
  });
});
