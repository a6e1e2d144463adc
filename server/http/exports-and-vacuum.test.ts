import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "@/db/connecting/connect";
import { startTestApi, type TestApi } from "@/server/testing/api";
import {
  aMember,
  anOrchestrator,
  type TestOrchestrator,
  type TestSession,
} from "@/server/testing/credentials";
import { storeManyPaid } from "@/server/testing/data/many";
import { EVERY_OPERATION, type ServedOperation } from "@/server/testing/every-operation";

/*
 * A snapshot that lives as long as somebody reads a file would keep VACUUM from removing every row that is replaced
 * meanwhile, in all tables: those of queues and counters grow until the reader is done. Files are made page by page, each
 * page in a statement of its own, and between two of them nothing is open.
 */

/** More than any file reads at once. */
const ROWS = 1_200;
const DEAD = 500;

const EXPORTS = EVERY_OPERATION.filter(({ id }) => id.startsWith("export"));
const QUERIES: Record<string, string> = {
  exportBooks: "?format=journal_json&month=2026-09",
  exportDashboardRequests: "?flow=incoming",
};

let api: TestApi;
let partner: TestOrchestrator;
let owner: TestSession;
let looking: Sql;
let vacuuming: Sql;
let said: string[] = [];

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off" });
  partner = await anOrchestrator(api);
  owner = await aMember(api, partner.platformId, "owner");
  const start = new Date("2026-09-02T00:00:00Z");
  const { sql } = api.app.database;
  await storeManyPaid(sql, { platformId: owner.platformId, first: 0, count: ROWS, start });
  looking = connect(api.app.config.databaseUrl, { max: 1 });
  vacuuming = postgres(api.app.config.databaseUrl, {
    max: 1,
    onnotice: ({ message }) => said.push(message ?? ""),
  });
  await looking`create table queue as select n, 0 as turn from generate_series(1, ${DEAD}) n`;
});
afterAll(async () => {
  await Promise.all([looking, vacuuming].map((sql) => sql?.end({ timeout: 1 })));
  await api?.close();
});

async function begin({ id, def, endpoint }: ServedOperation) {
  const headers = {
    ...owner.bearer,
    ...(def.orchestratorOfSession ? { "x-orchestrator-id": partner.id } : {}),
  };
  const url = `http://127.0.0.1${endpoint.at.split(" ")[1]}${QUERIES[id] ?? ""}`;
  const { status, body } = await endpoint.handler.answer(new Request(url, { headers }), {});
  expect(status).toBe(200);
  if (body === null || typeof body === "string" || body instanceof Uint8Array) {
    throw new Error(`the body of ${id} is not streamed`);
  }
  return body[Symbol.asyncIterator]();
}

/** Sessions on the database that keep a snapshot or a transaction open. */
async function keepers(): Promise<number> {
  const [row] = await looking<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and (xact_start is not null or backend_xmin is not null)`;
  return row?.n ?? 0;
}

/** Replaces every row of a queue, and how many of the old ones VACUUM then has to leave. */
async function deadRowsLeft(): Promise<number> {
  await looking`update queue set turn = turn + 1`;
  said = [];
  await vacuuming.unsafe("vacuum (verbose) queue");
  const [, left] = /(\d+) are dead but not yet removable/.exec(said.join("\n")) ?? [];
  if (left === undefined) throw new Error(`VACUUM did not say what it left: ${said.join("\n")}`);
  return Number(left);
}

describe("VACUUM while somebody reads a file", () => {
  test("is held up by a snapshot that stays open, which is what is looked for here", async () => {
    const other = connect(api.app.config.databaseUrl, { max: 1 });
    await other.begin("isolation level repeatable read read only", async (tx) => {
      await tx`select 1 from requests limit 1`;
      expect(await keepers()).toBe(1);
      expect(await deadRowsLeft()).toBe(DEAD);
    });
    await other.end({ timeout: 1 });
    expect(await deadRowsLeft()).toBe(0);
  });

  test.each(EXPORTS)("removes what was replaced after each part of it: $id", async (made) => {
    const chunks = await begin(made);
    let parts = 0;
    while (!(await chunks.next()).done) {
      parts += 1;
      // What the call itself writes down may be under way for a moment; what a reader held would stay.
      await expect.poll(keepers).toBe(0);
      expect(await deadRowsLeft()).toBe(0);
    }
    expect(parts).toBeGreaterThanOrEqual(1);
    if (made.id === "exportDashboardPayments" || made.id === "exportBooks") expect(parts).toBeGreaterThan(2);
  });
});
