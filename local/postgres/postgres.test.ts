import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startPostgres } from "@/local/postgres/postgres";
import { postgresBinaries } from "@/local/postgres/postgres-binaries";
import { postgresUser } from "@/local/postgres/postgres-user";
import { processIdentity } from "@/local/processes/process-identity";
import { PATIENTLY } from "@/server/testing/patience";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

const made: string[] = [];
const log = () => {};
/** Where most tests start a server, one after the other: making a data directory takes longer than they do. */
let dataDir: string;

beforeAll(() => {
  dataDir = makeTestDirectory("server");
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function directory(): string {
  const path = makeTestDirectory("server");
  made.push(path);
  return path;
}

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

async function ask<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

describe("the embedded PostgreSQL", () => {
  test("keeps its data over a restart, and a stop leaves nothing running", async () => {
    const first = await startPostgres({ dataDir, log });
    await ask(first.url, (sql) => sql`create table kept as select 7 as n`);
    await first.stop();
    expect(processIdentity(first.pid)).toBeUndefined();
    expect(existsSync(join(dataDir, "cluster", "postmaster.pid"))).toBe(false);

    const second = await startPostgres({ dataDir, log });
    expect(second.adopted).toBe(false);
    expect(await ask(second.url, (sql) => sql`select n from kept`)).toEqual([{ n: 7 }]);
    await second.stop();
  });

  test("listens on 127.0.0.1 only, without a socket file, in UTF-8 and the C locale, durably", async () => {
    const server = await startPostgres({ dataDir, log });
    const [row] = await ask(
      server.url,
      (sql) => sql`select current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets, current_setting('max_connections') as connections,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        pg_encoding_to_char(encoding) as encoding, datcollate from pg_database where datname = current_database()`,
    );
    await server.stop();
    expect(row).toEqual({
      addresses: "127.0.0.1",
      sockets: "",
      connections: "300",
      fsync: "on",
      commit: "on",
      encoding: "UTF8",
      datcollate: "C",
    });
  });

  test("refuses a caller without the password, which only its owner can read", async () => {
    const server = await startPostgres({ dataDir, log });
    const guess = new URL(server.url);
    guess.password = "guess";
    await expect(ask(guess.toString(), (sql) => sql`select 1`)).rejects.toThrow(
      /password authentication failed/,
    );
    guess.password = "";
    await expect(ask(guess.toString(), (sql) => sql`select 1`)).rejects.toThrow();
    await server.stop();
    expect(statSync(join(dataDir, "password")).mode & 0o077).toBe(0);
  });

  test("a server left by a killed predecessor is adopted, and stopped like our own", async () => {
    const left = await startPostgres({ dataDir, log });
    const taken = await startPostgres({ dataDir, log });
    expect(taken).toMatchObject({ adopted: true, pid: left.pid, port: left.port });
    expect(await ask(taken.url, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }]);
    await taken.stop();
    expect(processIdentity(left.pid)).toBeUndefined();
  });

  test("a stale pid file that names a foreign process does no harm to it and does not stop the start", async () => {
    const [server, other] = [
      await startPostgres({ dataDir, log }),
      await startPostgres({ dataDir: directory(), log }),
    ];
    const pidFile = join(dataDir, "cluster", "postmaster.pid");
    const lines = readFileSync(pidFile, "utf8").split("\n");
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    // As after a power cut: the ID and the port now belong to another server under the same account.
    lines[0] = String(other.pid);
    lines[3] = String(other.port);
    writeFileSync(pidFile, lines.join("\n"));

    const again = await startPostgres({ dataDir, log });
    expect(again).toMatchObject({ adopted: false });
    expect(again.port).not.toBe(other.port);
    await again.stop();
    expect(await ask(other.url, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }]);
    await other.stop();
  });
});

describe.runIf(process.platform === "linux")("a server that was killed", () => {
  test("is started again once its last process has ended", async () => {
    const killed = await startPostgres({ dataDir, log });
    const [child] = readFileSync(`/proc/${killed.pid}/task/${killed.pid}/children`, "utf8").trim().split(" ");
    // This one cannot end for the time being.
    process.kill(Number(child), "SIGSTOP");
    process.kill(killed.pid, "SIGKILL");
    await killed.exited;
    const logged = () => readFileSync(join(dataDir, "postgres.log"), "utf8");
    const before = logged();
    const again = startPostgres({ dataDir, log });
    const refused = () => logged().slice(before.length).includes("still in use");
    await vi.waitUntil(refused, PATIENTLY);
    process.kill(Number(child), "SIGKILL");
    const server = await again;
    expect(await ask(server.url, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }]);
    await server.stop();
  });
});

describe.runIf(process.getuid?.() === 0)("as root", () => {
  test("the server runs under an unprivileged account", async () => {
    const server = await startPostgres({ dataDir, log });
    const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
    expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBe(postgresUser().uid);
    await server.stop();
  });

  test("binaries below a private directory are staged where that account can run them", () => {
    const user = postgresUser();
    const closed = {
      ...user,
      canReach: (path: string) => !path.includes("node_modules") && user.canReach(path),
    };
    const staged = postgresBinaries(closed);
    expect(staged).not.toContain("node_modules");
    expect(user.canReach(join(staged, "bin"))).toBe(true);
    expect(existsSync(join(staged, "lib", "libicuuc.so.60"))).toBe(true);
  });

  test("a data directory below a private one is moved where that account can keep it, and found again", async () => {
    const parent = directory();
    chmodSync(parent, 0o700);
    mkdirSync(join(parent, "data"));
    const lines: string[] = [];
    const options = { dataDir: join(parent, "data", "postgres"), log: (line: string) => lines.push(line) };
    const first = await startPostgres(options);
    await ask(first.url, (sql) => sql`create table kept as select 1 as n`);
    await first.stop();
    const second = await startPostgres(options);
    expect(await ask(second.url, (sql) => sql`select n from kept`)).toEqual([{ n: 1 }]);
    const [row] = await ask(second.url, (sql) => sql`select current_setting('data_directory') as place`);
    await second.stop();
    expect(lines[0]).toContain("the database is kept in");
    const place = dirname(String(row?.place));
    rmSync(place, { recursive: true });
    if (readdirSync(dirname(place)).length === 0) rmdirSync(dirname(place));
  });
});
