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
import { verifyStatement } from "@/sdk/safety/verify-statement";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { type Ctx, inTransaction } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { auditLedger } from "@/server/ledger/audit";
import { fillLedger } from "@/server/ledger/backfill";
import { closePeriod } from "@/server/ledger/closing/close";
import { comparePeriods } from "@/server/ledger/closing/compare";
import { hashEntries } from "@/server/ledger/closing/entries-hash";
import { freezePeriod } from "@/server/ledger/closing/freeze";
import { getPeriod, getStatement, listPeriods } from "@/server/ledger/closing/read";
import type { Statement } from "@/server/ledger/closing/statement-schema";
import { newId } from "@/server/lib/ids";
import { auditChain } from "@/server/payments/audit";
import { auditSums } from "@/server/payments/counting/sums";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
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

describe("a backup from before a month was closed", () => {
  const clock = new ManualClock(Date.UTC(2040, 0, 15));

  /** The service on a database, and how its owner closes September. */
  function open(databaseUrl: string, platformId: string) {
    const env = {
      ...databaseEnvironment(databaseUrl),
      SECRET_KEY: "11".repeat(32),
      LOG_LEVEL: "silent",
      NODE_ENV: "test",
    };
    const app = boot(readConfig(env), "test", { now: clock.now });
    const ctx = app.context(systemCaller(platformId));
    const paid = async (day: string, amount: bigint) =>
      aTransfer(app, await aRequest(app, { platformId }), { blockTime: new Date(`2039-09-${day}`), amount });
    const close = async (): Promise<Statement> => {
      const worker = app.context(systemCaller(""));
      while ((await inTransaction(worker, (tx) => fillLedger(tx, 100))) > 0);
      const { id } = await freezePeriod(ctx, { month: "2039-09", timeZone: "UTC" });
      while ((await comparePeriods(worker)) > 0);
      const { differences } = await getPeriod(ctx, id);
      const explanations = differences.map((one) => ({ id: one.id, explanation: "no node of it here" }));
      await closePeriod(ctx, id, { explanations });
      return getStatement(ctx, id);
    };
    return { app, ctx, paid, close };
  }

  test("does not know of it: the month is open again, and a second statement says by its digest whether it has the same entries", async () => {
    const database = await createTestDatabase();
    try {
      const platformId = newId(clock.now());
      const before = open(database.url, platformId);
      await before.paid("10", 100n);
      await backUp(database.url, directory);
      const outside = await before.close();
      const late = await before.paid("20", 7n);
      expect((await hashOfSeptember(before.ctx, platformId)).entriesHash).toBe(outside.message.entriesHash);
      await before.app.close();

      await restore(target, directory);
      const after = open(target, platformId);
      expect(await listPeriods(after.ctx)).toEqual({ periods: [] });
      // As long as nothing else is entered, its entries are those that were signed.
      expect(await hashOfSeptember(after.ctx, platformId)).toEqual({
        entries: 1,
        entriesHash: outside.message.entriesHash,
      });
      // What came late counted for October, and counts for September now: the watcher finds it before anybody closes anything.
      const request = await aRequest(after.app, { platformId });
      await aTransfer(after.app, request, { ...late, requestId: request.id });
      const again = await after.close();
      expect(again.message.lines).toMatchObject([{ closing: "107" }]);
      expect(outside.message.lines).toMatchObject([{ closing: "100" }]);
      expect(again.message.entriesHash).not.toBe(outside.message.entriesHash);
      // Both are signed: that there are two is for people to see.
      const { address: signer } = quittanceSigner(after.app.config);
      for (const statement of [outside, again]) {
        expect(await verifyStatement(statement, { signer })).toMatchObject({ isValid: true });
      }
      await after.app.close();
    } finally {
      await database.drop();
    }
  });

  function hashOfSeptember(ctx: Ctx, platformId: string) {
    const span = { startsAt: new Date("2039-09-01"), endsAt: new Date("2039-10-01") };
    return hashEntries(ctx, platformId, span);
  }
});
