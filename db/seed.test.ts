import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, boot } from "@/server/boot";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { readConfig } from "@/server/config";
import { createTestDatabase, type TestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { seed } from "./seed";

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  app = boot(
    readConfig({ ...databaseEnvironment(database.url), SECRET_KEY: "44".repeat(32), LOG_LEVEL: "silent" }),
    "test",
  );
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

const options = () => ({ databaseUrl: database.url, config: app.config, accounts: developmentAccounts() });

test("a restart keeps the credentials, and the demo while it is unpaid", async () => {
  const first = await seed({ ...options(), known: undefined });
  expect(await seed({ ...options(), known: first })).toEqual(first);
  await app.database.sql`update secure_payments set status = 'completed'`;
  const later = await seed({ ...options(), known: first });
  expect(later.credentials).toEqual(first.credentials);
  expect(later.demo.requestId).not.toBe(first.demo.requestId);
});

test("a lost data directory gets new keys for the same tenants", async () => {
  const first = await seed({ ...options(), known: undefined });
  const [before] = await app.database.sql`select count(*)::int as n from platforms`;
  const second = await seed({ ...options(), known: undefined });
  const [after] = await app.database.sql`select count(*)::int as n from platforms`;
  expect(after?.n).toBe(before?.n);
  expect(second.credentials.tenantA.apiKey).not.toBe(first.credentials.tenantA.apiKey);
});
