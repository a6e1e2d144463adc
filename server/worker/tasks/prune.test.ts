import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quotes } from "@/db/schema";
import { boot } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow } from "@/server/testing/data/stored";
import { ManualClock } from "@/server/testing/manual-clock";
import { pruneLoop } from "@/server/worker/tasks/prune";

const OLD = 250;
const FRESH = 5;
const PER_STEP = 100;

let api: TestApi;
const clock = new ManualClock();

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_LOG_DAYS: "30" }, { now: clock.now });
});
afterAll(() => api?.close());

/** The first ten characters of the IDs that are drawn at a time. */
const ulidAt = (daysAgo: number) => sql`${idTime(clock.now().getTime() - daysAgo * 86_400_000)}`;
const idTime = (ms: number) => {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return Array.from({ length: 10 }, (_, i) => letters[Math.floor(ms / 32 ** (9 - i)) % 32]).join("");
};
const at = (daysAgo: number) =>
  sql`${new Date(clock.now().getTime() - daysAgo * 86_400_000).toISOString()}::timestamptz`;

/** `count` rows of every table that is pruned, of so many days ago; `mark` tells their keys apart. */
async function fill(mark: string, count: number, daysAgo: number): Promise<void> {
  const { db } = api.app.database;
  const n = sql`generate_series(1, ${count}::int) n`;
  const key = sql`${mark} || lpad(n::text, 15, '0')`;
  const id = sql`${ulidAt(daysAgo)} || ${key}`;
  const ms = clock.now().getTime() - daysAgo * 86_400_000;
  await db.execute(sql`insert into sessions (token_hash, id, kind, platform_id, created_at, last_seen_at, expires_at)
    select sha256((${id})::bytea), ${id}, 'wallet', 'p', ${at(daysAgo)}, ${at(daysAgo)}, ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into wallet_challenges (id, nonce, address, family, message, created_at, expires_at)
    select ${id}, 'n', '0x', 'evm', 'm', ${at(daysAgo)}, ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into device_authorizations (id, device_code_hash, user_code, state, scopes, label,
      expires_in_days, machine_name, created_at, expires_at, interval_seconds)
    select ${id}, sha256((${id})::bytea), ${id}, 'pending', '{read}', 'l', 90, 'm', ${at(daysAgo)}, ${at(daysAgo)}, 5
    from ${n}`);
  await db.execute(sql`insert into passkey_challenges (id, challenge, purpose, created_at, expires_at)
    select ${id}, '', 'signIn', ${at(daysAgo)}, ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into idempotency_keys (scope, key, request_hash, status, answer, created_at)
    select 's', ${id}, '', 201, '', ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into destination_signings (nonce, action, platform_id, client_id_id, wallet_address,
      network, token_address, created_at, expires_at, used_at)
    select ${id}, 'add', 'p', 'c', '0x', 'base', '0x', ${at(daysAgo)}, ${at(daysAgo)},
      case when n = 1 then ${at(daysAgo)} end from ${n}`);
  await db.execute(sql`insert into budgets (scope, used, ends_at) select ${id}, 1, ${at(daysAgo)} from ${n}`);
  await db.execute(
    sql`insert into rate_limits (key, points, expire) select ${id}, 1, ${ms}::bigint from ${n}`,
  );
  await db.execute(sql`insert into screening_answers (platform_id, provider, policy_id, network, wallet_address, status,
      evaluated_at)
    select 'p', 'hypernative', '', 'base', ${id}, 'approved', ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into request_log (id, platform_id, credential_kind, credential_id, method, path, operation,
      status, latency_ms, request_id, created_at)
    select ${id}, 'p', 'apiKey', 'k', 'GET', '/', 'x', 200, 1, 'r', ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into webhook_deliveries (id, event_id, endpoint_id, state, due_at)
    select ${id}, 'v', 'e', case when n = 1 then 'pending' else 'succeeded' end, ${at(daysAgo)} from ${n}`);
  await db.execute(sql`insert into webhook_attempts (delivery_id, number, started_at, duration_ms)
    select ${id}, 1, ${at(daysAgo)}, 1 from ${n}`);
}

const TABLES = [
  "sessions",
  "wallet_challenges",
  "device_authorizations",
  "passkey_challenges",
  "idempotency_keys",
  "destination_signings",
  "budgets",
  "rate_limits",
  "screening_answers",
  "request_log",
  "webhook_deliveries",
  "webhook_attempts",
];

async function counts(): Promise<Record<string, number>> {
  const entries = TABLES.map(async (table) => {
    const [row] = await api.app.database.sql<{ n: number }[]>`
      select count(*)::int as n from ${api.app.database.sql(table)}`;
    return [table, row?.n ?? -1] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const pass = () => pruneLoop(api.app, PER_STEP).pass(new AbortController().signal);
const of = (n: number) => Object.fromEntries(TABLES.map((table) => [table, n]));

beforeEach(async () => {
  const { db } = api.app.database;
  await db.execute(
    sql.raw(`truncate ${TABLES.join(", ")}, webhook_events, webhook_endpoints, platforms cascade`),
  );
  await db.execute(sql`insert into platforms (id, name, created_at) values ('p', 'Shop', now())`);
  await db.execute(sql`insert into webhook_endpoints (id, platform_id, url, secret, created_at)
    values ('e', 'p', 'https://shop.example', '', now())`);
  await db.execute(sql`insert into webhook_events (id, platform_id, name, body, dedupe_key, created_at)
    values ('v', 'p', 'payment.confirmed', '{}', 'once', now())`);
});

describe("what has outlived its time", () => {
  test("is removed a bounded number of rows at a time, until what is left is fresh, used or pending", async () => {
    await fill("A", OLD, 40);
    await fill("B", FRESH, -1);
    expect(await pass()).toBe("more");
    expect(await counts()).toEqual(of(OLD + FRESH - PER_STEP));
    while ((await pass()) === "more");
    expect(await counts()).toEqual({
      ...of(FRESH),
      // The owner's consent is kept.
      destination_signings: FRESH + 1,
      // Still to be delivered.
      webhook_deliveries: FRESH + 1,
      webhook_attempts: FRESH + 1,
    });
    const events = await api.app.database.sql`select from webhook_events where dedupe_key = 'once'`;
    expect(events).toHaveLength(1);
  });

  test("waits for nobody: a row that somebody holds is left for another time", async () => {
    await fill("A", 3, 40);
    await api.app.database.sql.begin(async (held) => {
      for (const table of TABLES) await held`select from ${held(table)} for update`;
      expect(await pass()).toBe("idle");
    });
    expect(await counts()).toEqual(of(3));
    await pass();
    expect((await counts()).sessions).toBe(0);
  });

  test("a quote goes 90 days after its end, unless something was paid for its request", async () => {
    const { app } = api;
    const ended = async (paid: Partial<TransferRow> | null, daysAgo: number) => {
      const request = await aRequest(app, { platformId: "p" });
      const moment = new Date(clock.now().getTime() - daysAgo * 86_400_000);
      await app.database.db.insert(quotes).values({
        id: request.id,
        requestId: request.id,
        payer: "",
        paymentCurrency: request.paymentCurrency,
        rate: "1",
        sources: [],
        invoiceAmount: 1n,
        paymentAmount: 1n,
        createdAt: moment,
        expiresAt: moment,
        signature: "0x",
      });
      if (paid) await aTransfer(app, request, paid);
      return request.id;
    };
    await ended(null, 91);
    const kept = [await ended(null, 89), await ended({}, 91), await ended({ mismatch: "unvalued" }, 91)];
    await pass();
    const left = await app.database.db.select({ id: quotes.id }).from(quotes).orderBy(quotes.id);
    expect(left.map(({ id }) => id)).toEqual(kept.toSorted());
  });

  test("finished deliveries stay for ever where that is the setting", async () => {
    await fill("A", 3, 4_000);
    const app = boot({ ...api.app.config, webhookLogDays: null }, "test", { now: clock.now });
    await pruneLoop(app).pass(new AbortController().signal);
    expect(await counts()).toMatchObject({ webhook_deliveries: 3, webhook_attempts: 3, request_log: 0 });
    await app.close();
  });
});

test("a statement of web and worker is broken off after its time, a command's is not", async ({ skip }) => {
  skip(api.app.config.databasePooling !== undefined, "behind a pooler the role has its own limits");
  const config = { ...api.app.config, statementTimeoutSeconds: { web: 1, worker: 1 } };
  for (const component of ["web", "worker"]) {
    const app = boot(config, component);
    await expect(app.database.sql`select pg_sleep(60)`).rejects.toMatchObject({ code: "57014" });
    await app.close();
  }
  const command = boot(config, "command");
  const [row] = await command.database.sql`show statement_timeout`;
  expect(row).toEqual({ statement_timeout: "0" });
  await command.close();
});
