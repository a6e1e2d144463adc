import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { backUp } from "@/db/backup";
import { MANIFEST } from "@/db/backup-format";
import { committedMigrations, migrate } from "@/db/migrate";
import { restore } from "@/db/restore";
import { repositoryRoot } from "@/repository-root";
import { auditLedger } from "@/server/ledger/audit";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger } from "@/server/testing/ledger";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { withDatabase } from "@/server/testing/postgres/template";

let admin: Sql;
let directory: string;
let target: string;
let empties = 0;
beforeAll(() => {
  admin = postgres(inject("postgresAdminUrl"), { max: 1, onnotice: () => {} });
});
afterAll(() => admin.end());
beforeEach(async () => {
  directory = join(mkdtempSync(join(tmpdir(), "quittance-backup-")), "today");
  target = await anEmptyDatabase();
});
afterEach(async () => {
  rmSync(join(directory, ".."), { recursive: true, force: true });
  await drop(target);
});

/** The migrations of a version to come: ours and one more. */
function withOneMore(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), "quittance-migrations-"));
  cpSync(join(repositoryRoot(), "db", "migrations"), folder, { recursive: true });
  const journal = join(folder, "meta", "_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const [last] = entries.slice(-1);
  entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_next" });
  writeFileSync(journal, JSON.stringify({ ...rest, entries }));
  writeFileSync(join(folder, "9999_next.sql"), sql);
  return folder;
}

async function anEmptyDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${empties++}`;
  await admin.unsafe(`create database ${name} template template0`);
  return withDatabase(inject("postgresAdminUrl"), name);
}

async function drop(url: string): Promise<void> {
  await admin.unsafe(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe<Row[]>(text))];
  } finally {
    await sql.end();
  }
}

describe("a service that was lost", () => {
  let node: TestChain;
  beforeAll(async () => {
    node = await startTestChain({ network: "sepolia", slotsInAnEpoch: 1 });
  });
  afterAll(() => node?.stop());

  test("is restored from a backup made under load; the watcher reads on, and an audit finds nothing", async () => {
    const before = await startLedger(node);
    const pay = async (request: RequestRow) => {
      await before.pay(request, "10");
      await before.watch();
    };
    const [settled, open] = [await before.request("10"), await before.request("10")];
    await pay(settled);
    const { databaseUrl } = before.app.config;
    const busy = (async () => {
      const made: RequestRow[] = [];
      for (let i = 0; i < 6; i++) {
        const request = await before.request("10");
        made.push(request);
        await pay(request);
      }
      return made;
    })();
    const [made] = await Promise.all([busy, backUp(databaseUrl, directory)]);
    await pay(open);
    const late = await before.request("10");
    await pay(late);
    const { platformId } = before;
    await before.close();

    await restore(target, directory);
    const after = await startLedger(node, {}, { databaseUrl: target, platformId });
    await after.watch();
    expect((await auditChain(after.ctx, after.chain))?.differences).toEqual([]);
    expect(await auditSettlements(after.ctx)).toEqual([]);
    expect(await auditSums(after.ctx)).toEqual([]);
    // The journal counts on: what is entered again comes after all that the backup had.
    expect(await auditLedger(after.ctx)).toEqual([]);
    expect(await ask(target, "select sequence from ledger_entries group by 1 having count(*) > 1")).toEqual(
      [],
    );

    const known = new Set((await ask<{ id: string }>(target, "select id from requests")).map(({ id }) => id));
    expect([settled, open, late].map(({ id }) => known.has(id))).toEqual([true, true, false]);
    for (const request of [settled, open, ...made].filter(({ id }) => known.has(id))) {
      expect((await after.reload(request)).status).toBe("paid");
      expect(await after.events(request)).toEqual(["payment.confirmed"]);
    }
    await after.close();
  });
});

describe("a backup", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ask(
      database.url,
      `insert into platforms (id, name, created_at) select n::text, E'Two\\nlines\\t\\\\ and a tab', now()
       from generate_series(1, 1000) n;
       insert into audit_log (id, platform_id, at, action, subject, actor_kind, actor_platform_id, credential_id,
         request_id, details) values ('1', '1', now(), 'x', 'y', 'system', '1', 'z', 'r', '{"a": "\u00e4"}')`,
    );
  });
  afterAll(() => database?.drop());

  test("brings every row back as it was, where nobody may change one too", async () => {
    const { tables } = await backUp(database.url, directory);
    await restore(target, directory);
    for (const { name } of tables) {
      const content = `select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as sum from "${name}" t`;
      expect([name, await ask(target, content)]).toEqual([name, await ask(database.url, content)]);
    }
    await expect(ask(target, "delete from audit_log")).rejects.toThrow(/append-only/);
    expect(tables.find(({ name }) => name === "platforms")?.rows).toBe(1_000);
  });

  test("of an older version is brought to the schema of this one", async () => {
    const older = await anEmptyDatabase();
    await migrate(older);
    await ask(older, "insert into platforms (id, name, created_at) values ('1', 'Shop', now())");
    await backUp(older, directory);
    await drop(older);
    const next = withOneMore('ALTER TABLE "platforms" ADD COLUMN "motto" text DEFAULT \'none\';');
    await restore(target, directory, { folder: next });
    expect(await ask(target, "select name, motto from platforms")).toEqual([{ name: "Shop", motto: "none" }]);
    rmSync(next, { recursive: true });
  });

  test("goes into an empty database only, and never over another backup", async () => {
    await backUp(database.url, directory);
    await expect(restore(database.url, directory)).rejects.toThrow("the database is not empty");
    await expect(backUp(database.url, directory)).rejects.toThrow("exists already");
  });

  test("that was cut off, changed or made by another version is refused before anything is written", async () => {
    await backUp(database.url, directory);
    const manifest = join(directory, MANIFEST);
    const text = readFileSync(manifest, "utf8");
    const [hash = ""] = committedMigrations().map((migration) => migration.hash);
    writeFileSync(manifest, text.replace(hash, "0".repeat(64)));
    await expect(restore(target, directory)).rejects.toThrow("another version");
    writeFileSync(manifest, text);
    appendFileSync(join(directory, "platforms.copy.gz"), "x");
    await expect(restore(target, directory)).rejects.toThrow("is not the file that was written");
    rmSync(manifest);
    await expect(restore(target, directory)).rejects.toThrow("no complete backup");
    expect(await ask(target, "select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  });

  test("that fails leaves nothing that looks like one", async () => {
    await expect(backUp(target, directory)).rejects.toThrow(/does not exist/);
    expect([existsSync(directory), existsSync(`${directory}.unfinished`)]).toEqual([false, false]);
  });
});
