import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPostgres } from "@/local/postgres/postgres";
import { wipeDataDir } from "@/local/wipe";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

let parent: string;
let dataDir: string;

beforeEach(() => {
  // 0700: as root, the account that PostgreSQL runs as cannot enter it.
  parent = makeTestDirectory("wipe");
  dataDir = join(parent, "data");
  mkdirSync(dataDir);
});
afterEach(async () => {
  for (const name of ["data", "moved"]) await wipeDataDir(join(parent, name));
  chmodSync(parent, 0o700);
  rmSync(parent, { recursive: true, force: true });
});

async function tables(): Promise<string[]> {
  const server = await startPostgres({ dataDir: join(dataDir, "postgres"), log: () => {} });
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  const found = await sql`select tablename from pg_tables where schemaname = 'public'`;
  await sql`create table if not exists kept ()`;
  await sql.end();
  await server.stop();
  return found.map(({ tablename }) => String(tablename));
}

describe("--fresh below a folder that is closed to others", () => {
  test("empties the database wherever that is, says where, and leaves what is not ours", async () => {
    expect(await tables()).toEqual([]);
    writeFileSync(join(dataDir, "secret-key"), "key");
    writeFileSync(join(dataDir, "mine"), "");
    const removed = await wipeDataDir(dataDir);
    expect(removed).toContain(join(dataDir, "secret-key"));
    // As root the database lies elsewhere.
    expect(removed.filter((path) => path !== join(dataDir, "secret-key"))).toHaveLength(1);
    expect(removed.some((path) => existsSync(path))).toBe(false);
    expect(existsSync(join(dataDir, "mine"))).toBe(true);
    expect(await tables()).toEqual([]);
  });

  test("a database is found again when its directory was moved or opened, and another there starts empty", async () => {
    await tables();
    const moved = join(parent, "moved");
    renameSync(dataDir, moved);
    mkdirSync(dataDir);
    expect(await tables()).toEqual([]);
    await wipeDataDir(dataDir);
    rmSync(dataDir, { recursive: true });
    renameSync(moved, dataDir);
    chmodSync(parent, 0o755);
    expect(await tables()).toEqual(["kept"]);
  });
});

describe.runIf(process.getuid?.() === 0)("as root", () => {
  test("a folder that was closed since is refused: an empty database would meet the chains of the other", async () => {
    chmodSync(parent, 0o755);
    await tables();
    chmodSync(parent, 0o700);
    await expect(tables()).rejects.toThrow(/cannot be opened.*chmod o\+x.*--fresh/s);
    await wipeDataDir(dataDir);
    expect(await tables()).toEqual([]);
  });
});
