import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/connecting/connect";
import { type RunningPostgres, startPostgres } from "@/local/postgres/postgres";
import { makeTestDirectory, writeOwner } from "@/server/testing/postgres/directory";

const directories = [makeTestDirectory("primary"), makeTestDirectory("standby")] as const;
const start = async (directory: string, port?: number) => {
  const server = await startPostgres({
    dataDir: directory,
    log: () => {},
    port,
    settings: { fsync: "off", max_connections: "20", shared_buffers: "16MB" },
  });
  writeOwner(directory, server.pid);
  return server;
};
let primary: RunningPostgres;
let standby: RunningPostgres;
let sql: Sql;

beforeAll(async () => {
  primary = await start(directories[0]);
  await primary.stop();
  // With its owner, whom PostgreSQL insists on.
  execFileSync("cp", ["-a", `${directories[0]}/.`, directories[1]]);
  writeFileSync(join(directories[1], "cluster", "standby.signal"), "");
  [primary, standby] = await Promise.all([start(directories[0], primary.port), start(directories[1])]);
  // The standby first: whoever takes the first that answers is at the wrong one.
  const both = primary.url.replace(/@[^/]+/, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}`);
  sql = connect(`${both}?target_session_attrs=read-write`, { max: 2 });
});

afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await Promise.all([primary?.stop(), standby?.stop()]);
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const portOf = async (pool: Sql): Promise<unknown> =>
  (await pool<{ port: number }[]>`select inet_server_port() as port`)[0]?.port;

/** Of two calls at a time, the port of the server that answered or the code of the error. */
function outcomes(): Promise<unknown[]> {
  const outcome = () => portOf(sql).catch((error: { code?: unknown }) => error.code);
  return Promise.all([outcome(), outcome()]);
}

test("of a standby and a primary the one that takes writes is used, and the other once it was promoted", async () => {
  await sql`create table written (id int)`;
  expect(await portOf(sql)).toBe(primary.port);

  await primary.stop();
  // No connection of the pool hangs, and none is lost for ever, while nobody takes writes.
  for (let call = 0; call < 4; call++) await expect(sql`select 1`).rejects.toThrow();
  await expect.poll(outcomes).toEqual(["08001", "08001"]);

  const promoting = connect(standby.url, { max: 1 });
  await promoting`select pg_promote()`;
  await promoting.end();
  const seen: unknown[] = [];
  const ask = async () => {
    const answers = await outcomes();
    seen.push(...answers);
    return answers;
  };
  await expect.poll(ask).toEqual([standby.port, standby.port]);
  expect(seen).not.toContain("CONNECT_TIMEOUT");
});

test("when all servers are away every query ends with an error at once", async () => {
  const away = connect("postgres://nobody@127.0.0.1:9,127.0.0.1:10/none", { max: 2 });
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => away`select 1`));
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: "rejected", reason: { code: "08001" } });
  }
  await away.end({ timeout: 1 });
});
